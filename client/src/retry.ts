import type { SluiceError } from './errors.ts';

/** Milliseconds of the first backoff, which doubles with each attempt up to LONGEST_MS. */
const BASE_MS = 500;
const LONGEST_MS = 8_000;
/** The window of the rate limits: no limited call has to wait longer, so a longer Retry-After is left to the caller. */
const LONGEST_RETRY_AFTER_SECONDS = 60;
/** A process that died holds its idempotency key for 12 seconds; after that, a retry executes or replays its result. */
const KEY_HELD_MS = 15_000;

/**
 * Whether the same request may be sent again automatically, with the same idempotency key. Never true for
 * PAYOUT_OUTCOME_UNKNOWN or REFUND_OUTCOME_UNKNOWN: money may have moved, so a person or a lookup must decide.
 */
export function isRetryable(error: SluiceError): boolean {
  if ((error.retryAfterSeconds ?? 0) > LONGEST_RETRY_AFTER_SECONDS) return false;
  // An error without a status means that no answer from the service arrived.
  if (error.type === 'NETWORK_ERROR') return (error.status ?? 500) >= 500;
  return (
    /^(TIMEOUT|RATE_LIMITED|INTERNAL|IDEMPOTENCY_KEY_REQUEST_IN_PROGRESS)$/.test(error.type) || error.status === 503
  );
}

/**
 * Decides whether a call may wait and retry. A call has `maxRetries` retries and, in addition, the time for which a
 * dead execution may hold the key: giving up just before the key is released would leave the caller without the
 * outcome.
 */
export function createRetryBudget(maxRetries: number): (error: SluiceError, delayMs: number) => boolean {
  let retries = maxRetries;
  let heldMs = maxRetries > 0 ? KEY_HELD_MS : 0;
  return (error, delayMs) => {
    if (error.type === 'IDEMPOTENCY_KEY_REQUEST_IN_PROGRESS' && heldMs > 0) {
      heldMs -= delayMs;
      return true;
    }
    retries -= 1;
    return retries >= 0;
  };
}

/**
 * Milliseconds to wait after the given attempt (from 1): Retry-After if there is one, plus exponential backoff with
 * full jitter, so that callers that were refused together do not retry together. `random` is in [0, 1).
 */
export function retryDelayMs(attempt: number, error: SluiceError, random: number): number {
  const ceiling = Math.min(LONGEST_MS, BASE_MS * 2 ** (attempt - 1));
  return (error.retryAfterSeconds ?? 0) * 1000 + Math.floor(random * ceiling);
}

/** Waits, or rejects with the signal's reason. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      if (signal?.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
  });
}

import type { SluiceError } from './errors.ts';

/** First backoff; doubles with each attempt up to the longest. */
const BASE_MS = 500;
const LONGEST_MS = 8_000;
/** The window of the rate limits: no limited call has to wait longer, so a longer Retry-After is told to the caller. */
const LONGEST_RETRY_AFTER_SECONDS = 60;

/** Statuses with which the network edge says that nothing reached the service, or that it does not know. */
const passingEdgeStatuses: readonly (number | undefined)[] = [undefined, 500, 502, 503, 504];

/**
 * Whether the same request, under the same idempotency key, may be sent again by itself. Never after
 * PAYOUT_OUTCOME_UNKNOWN or REFUND_OUTCOME_UNKNOWN: money may have moved, and a person or a look-up decides.
 */
export function isRetryable(error: SluiceError): boolean {
  if ((error.retryAfterSeconds ?? 0) > LONGEST_RETRY_AFTER_SECONDS) return false;
  switch (error.type) {
    case 'TIMEOUT':
    case 'RATE_LIMITED':
    case 'INTERNAL':
    case 'IDEMPOTENCY_KEY_REQUEST_IN_PROGRESS':
      return true;
    case 'NETWORK_ERROR':
      return passingEdgeStatuses.includes(error.status);
    default:
      return error.status === 503;
  }
}

/** A process that died holds its idempotency key for 12 seconds; then a retry executes, or replays what it did. */
const KEY_HELD_MS = 15_000;

/**
 * How long one call is patient: so many retries, and beside them the time for which a dead execution may hold the key, because
 * giving up just before it is freed would leave the caller without the outcome.
 */
export function createPatience(maxRetries: number): (error: SluiceError, delayMs: number) => boolean {
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
 * Milliseconds to wait after the given attempt (from 1): Retry-After if there is one, plus exponential backoff with full
 * jitter, so that callers refused together do not come back together. `random` is in [0, 1).
 */
export function retryDelayMs(attempt: number, error: SluiceError, random: number): number {
  const ceiling = Math.min(LONGEST_MS, BASE_MS * 2 ** (attempt - 1));
  return (error.retryAfterSeconds ?? 0) * 1000 + Math.floor(random * ceiling);
}

/** Waits, or rejects with the signal's reason. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const timer = setTimeout(finish, ms);
    signal?.addEventListener('abort', abort, { once: true });
    function finish() {
      signal?.removeEventListener('abort', abort);
      resolve();
    }
    function abort() {
      clearTimeout(timer);
      reject(signal?.reason);
    }
  });
}

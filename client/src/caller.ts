import { resultOf } from './answer.ts';
import { type AnswerInfo, infoOf } from './answer-info.ts';
import { SluiceError } from './errors.ts';
import { type Connection, type ExchangeOptions, exchange } from './exchange.ts';
import { isMistake } from './given-fetch.ts';
import type { GuardedWriteOptions } from './options.ts';
import type { Operation, PreparedRequest } from './request.ts';
import { createRetryBudget, isRetryable, retryDelayMs, sleep } from './retry.ts';

/**
 * Sends a request until it has a result, may not be repeated, or the retries are used up. Every attempt has a fresh
 * signature and the same idempotency key, so that the operation runs at most once. Returns the result, and what the
 * service reported in addition.
 */
export async function call(
  connection: Connection,
  operation: Operation,
  request: PreparedRequest,
  options: GuardedWriteOptions = {},
): Promise<{ readonly result: unknown; readonly info: AnswerInfo }> {
  const terms: ExchangeOptions = {
    ...options,
    idempotencyKey: operation.method === 'GET' ? undefined : (options.idempotencyKey ?? crypto.randomUUID()),
    timeoutMs: options.timeoutMs ?? connection.timeoutMs,
  };
  const mayWait = createRetryBudget(connection.maxRetries);
  let signsAgain = false;
  for (let attempt = 1; ; attempt += 1) {
    options.signal?.throwIfAborted();
    try {
      const answer = await exchange(connection, request, terms);
      const info = infoOf(answer.response, operation, { idempotencyKey: terms.idempotencyKey, attempt });
      // A listener must not change the outcome: a payout has not failed because its log line could not be written.
      void (async () => connection.onAnswer?.(info))().catch(() => {});
      return { result: resultOf(answer, operation), info };
    } catch (error) {
      if (!(error instanceof SluiceError)) throw error;
      error.idempotencyKey = terms.idempotencyKey;
      error.attempts = attempt;
      // The network sent the request twice, as Chromium does after a reset. Every write has its key, so it can be
      // repeated.
      signsAgain = !signsAgain && error.type === 'SIGNATURE_REPLAYED';
      if (signsAgain) continue;
      const delayMs = retryDelayMs(attempt, error, Math.random());
      if (isMistake(error.cause) || !isRetryable(error) || !mayWait(error, delayMs)) throw error;
      await sleep(delayMs, options.signal);
    }
  }
}

import { csvOf, resultOf } from './answer.ts';
import { SluiceError } from './errors.ts';
import { type Connection, type ExchangeOptions, exchange } from './exchange.ts';
import type { GuardedWriteOptions } from './options.ts';
import type { Operation, PreparedRequest } from './request.ts';
import { createRetryBudget, isRetryable, retryDelayMs, sleep } from './retry.ts';

export interface RetryPolicy {
  readonly timeoutMs: number;
  readonly maxRetries: number;
}

/**
 * Sends a request until it has a result, may not be repeated or the retries are used up. Every attempt has a fresh
 * signature and the same idempotency key, so that the operation runs at most once.
 */
export async function call(
  connection: Connection,
  policy: RetryPolicy,
  operation: Operation,
  request: PreparedRequest,
  options: GuardedWriteOptions = {},
): Promise<unknown> {
  const terms: ExchangeOptions = {
    idempotencyKey: operation.idempotent ? (options.idempotencyKey ?? crypto.randomUUID()) : undefined,
    allowDuplicate: options.allowDuplicate === true,
    signal: options.signal,
    timeoutMs: options.timeoutMs ?? policy.timeoutMs,
  };
  const mayWait = createRetryBudget(policy.maxRetries);
  for (let attempt = 1; ; attempt += 1) {
    options.signal?.throwIfAborted();
    try {
      const answer = await exchange(connection, request, terms);
      return operation.answersCsv ? csvOf(answer) : resultOf(answer);
    } catch (error) {
      if (!(error instanceof SluiceError)) throw error;
      error.idempotencyKey = terms.idempotencyKey;
      error.attempts = attempt;
      const delayMs = retryDelayMs(attempt, error, Math.random());
      if (!isRetryable(error) || !mayWait(error, delayMs)) throw error;
      await sleep(delayMs, options.signal);
    }
  }
}

import { csvOf, resultOf } from './answer.ts';
import { type AnswerInfo, infoOf } from './answer-info.ts';
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
 * signature and the same idempotency key, so that the operation runs at most once. Gives the result, and what the
 * service said beside it.
 */
export async function call(
  connection: Connection,
  policy: RetryPolicy,
  operation: Operation,
  request: PreparedRequest,
  options: GuardedWriteOptions = {},
): Promise<{ readonly result: unknown; readonly info: AnswerInfo }> {
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
      const info = infoOf(answer, operation, { idempotencyKey: terms.idempotencyKey, attempt });
      void tell(connection, info);
      return { result: operation.answersCsv ? csvOf(answer) : resultOf(answer), info };
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

/** Who listens decides nothing: a payout that was made has not failed because its log line could not be written. */
async function tell({ onAnswer }: Connection, info: AnswerInfo): Promise<void> {
  try {
    await onAnswer?.(info);
  } catch {}
}

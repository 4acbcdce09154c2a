import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import type { Intercept } from './intercept.ts';

export interface RecordedCall {
  readonly name: string;
  /** Milliseconds of `performance.now()`. */
  readonly startedAt: number;
  readonly endedAt: number;
}

/** Notes when each call to the store began and ended. */
export function createCallRecorder(): { readonly intercept: Intercept; take(): RecordedCall[] } {
  const calls: RecordedCall[] = [];
  return {
    async intercept({ name }, send) {
      const startedAt = performance.now();
      try {
        return await send();
      } finally {
        calls.push({ name, startedAt, endedAt: performance.now() });
      }
    },
    take: () => calls.splice(0),
  };
}

/** The longest chain of calls of which none overlaps with another. */
export function sequentialCalls(calls: readonly RecordedCall[]): number {
  let length = 0;
  let end = Number.NEGATIVE_INFINITY;
  // The one that ends first leaves most room for others.
  for (const call of [...calls].sort((a, b) => a.endedAt - b.endedAt)) {
    if (call.startedAt < end) continue;
    length += 1;
    end = call.endedAt;
  }
  return length;
}

export interface TransactionCounts {
  committed: number;
  /** Items of those that took effect. */
  items: number;
  /** Refused because somebody else was first or at work, not for throughput: writing and reading ones. */
  refused: number;
}

/**
 * Times what only one can do at a time on one organization: from a decision's reading to the answer of its commit, where
 * that took effect. For one process, which handles one request after another.
 */
export function createCommitTimer(took: number[]): Intercept {
  let readAt = 0;
  return async ({ name }, send) => {
    if (name === 'BatchGet') readAt = performance.now();
    const answer = await send();
    if (name.startsWith('TransactWrite')) took.push(performance.now() - readAt);
    return answer;
  };
}

/** Counts writing transactions that took effect, and all that lost a race. */
export function createTransactionCounter(): { readonly intercept: Intercept; readonly counts: TransactionCounts } {
  const counts: TransactionCounts = { committed: 0, items: 0, refused: 0 };
  return {
    counts,
    async intercept({ name, input }, send) {
      try {
        const answer = await send();
        if (name.startsWith('TransactWrite')) {
          counts.committed += 1;
          counts.items += (input.TransactItems as readonly unknown[]).length;
        }
        return answer;
      } catch (error) {
        if (error instanceof TransactionCanceledException && !isThrottled(error)) counts.refused += 1;
        throw error;
      }
    },
  };
}

function isThrottled({ CancellationReasons = [] }: TransactionCanceledException): boolean {
  return CancellationReasons.some(({ Code }) => Code === 'ThrottlingError');
}

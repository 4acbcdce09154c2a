import { TransactionRefused } from './refusals.ts';

interface Retry {
  /** The number of attempts, including the first one. */
  readonly attempts: number;
  /**
   * Waits after an attempt that lost. The first attempt is 1. The wait grows, so that the same two writers do not
   * collide again.
   */
  readonly pause: (attempt: number) => Promise<void>;
  /** Which errors mean a lost race. Defaults to `lostRace`. */
  readonly isLost?: (error: unknown) => boolean;
}

/**
 * Whether another write came first, so that a decision on fresh reads, or the same write a little later, may succeed.
 */
export function lostRace(error: unknown): error is TransactionRefused {
  return error instanceof TransactionRefused && error.lostRace;
}

/**
 * Repeats an attempt that loses a race against another write, up to a number of attempts.
 * @throws the last attempt's error, or the first error that is not a lost race
 */
export async function retryLostRace<T>(
  attemptOnce: () => Promise<T>,
  { attempts, pause, isLost = lostRace }: Retry,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptOnce();
    } catch (error) {
      if (!isLost(error) || attempt >= attempts) throw error;
      await pause(attempt);
    }
  }
}

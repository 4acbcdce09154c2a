import { TransactionRefused } from './refusals.ts';

interface Retry {
  /** Attempts in all. */
  readonly attempts: number;
  /** Waits after an attempt that lost, the first of them 1: longer each time, so that those who met do not meet again. */
  readonly pause: (attempt: number) => Promise<void>;
  /** `lostRace` unless said. */
  readonly isLost?: (error: unknown) => boolean;
}

/** Whether somebody else was first: fresh reads, or the same write a little later, may go through. */
export function lostRace(error: unknown): error is TransactionRefused {
  return error instanceof TransactionRefused && error.lostRace;
}

/**
 * Repeats what loses a race against another write, so many times.
 * @throws the last attempt's error, or the first that is no lost race
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

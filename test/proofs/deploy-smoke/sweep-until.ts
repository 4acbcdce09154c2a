import { setTimeout as sleep } from 'node:timers/promises';

const everyMs = 5_000;

/**
 * Sweeps for due work until a promise is settled. MiniStack ends the invocations of a function that it updates. A hint
 * that one of them held comes back when its visibility ends, in minutes; the sweep finds its row at once.
 */
export async function sweepUntil(ended: Promise<unknown>, sweep: () => Promise<unknown>): Promise<void> {
  let isEnded = false;
  const end = () => {
    isEnded = true;
  };
  ended.then(end, end);
  while (!isEnded) {
    await sweep();
    await Promise.race([ended, sleep(everyMs)]);
  }
}

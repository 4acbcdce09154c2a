import { setTimeout as sleep } from 'node:timers/promises';

/** The emulator's stream, queues and workers take a few seconds each. */
const timeoutMs = 90_000;
const pollMs = 500;

/** Asks until there is an answer. @throws Error when there is none in time */
export async function until<Found>(what: string, find: () => Promise<Found | undefined>): Promise<Found> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`${what}: not within ${timeoutMs / 1000} s`);
    await sleep(pollMs);
  }
}

import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Calls a function repeatedly until it returns a result.
 * @throws Error when there is none in time
 */
export async function until<T>(
  what: string,
  timeoutMs: number,
  look: () => Promise<T | undefined> | T | undefined,
  pollMs = 100,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`${what}: not within ${timeoutMs} ms`);
    await sleep(pollMs);
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Sluice } from '../../../client/src/index.ts';

const POLL_MS = 100;

/** Asks again and again until there is an answer. @throws Error when there is none in time. */
export async function until<T>(what: string, timeoutMs: number, look: () => Promise<T | undefined> | T | undefined) {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`${what}: not within ${timeoutMs} ms`);
    await sleep(POLL_MS);
  }
}

/** Waits until no payout is on its way. */
export async function untilSettled(sluice: Sluice, timeoutMs: number): Promise<void> {
  await until('every payout is settled', timeoutMs, async () => {
    const { data } = await sluice.listOrders({ status: 'pending,processing', limit: 1 });
    return data.length === 0 || undefined;
  });
}

import { setTimeout as sleep } from 'node:timers/promises';

/** Waits, or less when the signal says that there is no point any more. Never rejects. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {});
}

import type { FeedEvent, Sluice } from '../../client/src/index.ts';
import type { Show } from './show.ts';

/** Blocks of a development chain are final within seconds, and the stand-in for a bank needs two seconds. */
const SETTLED_WITHIN_MS = 60_000;
const POLL_MS = 200;
const endings: readonly string[] = ['payout.completed', 'payout.failed', 'payout.returned'];

interface Followed {
  readonly payoutId: string;
  readonly createdAt: string;
}

/**
 * Shows the events of a payout until it has ended.
 * @throws Error unless it completes within a minute
 */
export async function follow(sluice: Sluice, show: Show, { payoutId, createdAt }: Followed, interrupted: AbortSignal) {
  const signal = AbortSignal.any([interrupted, AbortSignal.timeout(SETTLED_WITHIN_MS)]);
  let last: FeedEvent | undefined;
  for await (const event of sluice.followEvents({ payoutId, pollMs: POLL_MS, signal })) {
    last = event;
    const seconds = (Date.parse(event.createdAt) - Date.parse(createdAt)) / 1000;
    show.line('got', `${event.type.padEnd(20)} sequence ${event.sequence}, ${seconds.toFixed(1)} s after the payout`);
    if (endings.includes(event.type)) break;
  }
  interrupted.throwIfAborted();
  if (last?.type === 'payout.completed') return;
  throw new Error(`The payout should be completed by now; its last event is ${last?.type ?? 'none'}.`);
}

import { Sluice } from '../../../../../client/src/index.ts';
import type { Quickstart } from '../../../../../local/data/quickstart.ts';
import { untilSettled } from '../../../../e2e/support/until-settled.ts';
import { type Receivers, startReceivers } from '../../service/receivers.ts';
import { round } from '../../statistics.ts';
import { timeRun } from '../batches/one-machine-run.ts';

/** Events that waited for one endpoint and are delivered at once. */
export interface StackBurstFigures {
  readonly events: number;
  readonly receiverMs: number;
  /** From the request that resumes the endpoint to the last arrival. */
  readonly perSecond: number;
  readonly missing: number;
}

const receiverMs = 50;
/** The first events of a process compile code and open connections. */
const warmUpEvents = 150;
/** What every payout tells of. A payout that its rail has paid by the time it is first asked is never `processing`. */
const events = ['payout.pending', 'payout.completed'] as const;
/** A batch of payouts takes no more. */
const mostLines = 1_000;
const settledWithinMs = 10 * 60_000;

/** Lets events wait for a paused endpoint, resumes it, and times their arrival. */
export async function timeBurst(quickstart: Quickstart, count: number): Promise<StackBurstFigures> {
  const { baseUrl, organizationId, sessions } = quickstart;
  const owner = new Sluice({ baseUrl, organizationId, session: sessions.owner });
  const receivers = await startReceivers([receiverMs]);
  try {
    const { id: endpointId } = await owner.registerWebhookEndpoint({ url: receivers.urls[0] ?? '', events });
    const burst = { quickstart, owner, receivers, endpointId };
    await timeOne(burst, warmUpEvents);
    return await timeOne(burst, count);
  } finally {
    receivers.stop();
  }
}

interface Burst {
  readonly quickstart: Quickstart;
  readonly owner: Sluice;
  readonly receivers: Receivers;
  readonly endpointId: string;
}

async function timeOne({ quickstart, owner, receivers, endpointId }: Burst, count: number): Promise<StackBurstFigures> {
  await owner.enableWebhookEndpoint({ endpointId, enabled: false });
  for (let left = count / events.length; left > 0; left -= mostLines) {
    await timeRun(quickstart, Math.min(left, mostLines));
  }
  await untilSettled(new Sluice(quickstart), settledWithinMs);
  const startedAt = Date.now();
  await owner.enableWebhookEndpoint({ endpointId, enabled: true });
  const arrivals = await receivers.take(0, count);
  const seconds = (Math.max(...arrivals.map(({ arrivedAt }) => arrivedAt)) - startedAt) / 1000;
  return {
    events: count,
    receiverMs,
    perSecond: round(arrivals.length / seconds, 1),
    missing: count - arrivals.length,
  };
}

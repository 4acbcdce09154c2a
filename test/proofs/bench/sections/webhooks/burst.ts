import type { WebhookSender } from '../../../../../shared/ports/webhook-sender.ts';
import { createHttpSender } from '../../../../../shared/webhooks/sender/http-sender.ts';
import { createFleet, type Fleet } from '../../service/fleet.ts';
import { type Receivers, startReceivers } from '../../service/receivers.ts';
import { createListener, recordEvents, startOffering } from '../../service/webhooks.ts';
import { round } from '../../statistics.ts';

export interface BurstFigures {
  readonly events: number;
  readonly receiverMs: number;
  /** From the hints to the last arrival. */
  readonly perSecond: number;
  /** Percent of the events whose first attempt began behind those of all earlier events. */
  readonly begunInOrder: number;
  /** The same of arrivals at the receiver: requests that are under way at once may overtake each other. */
  readonly arrivedInOrder: number;
  readonly missing: number;
}

const receiverMs = 50;
/** The first events of a process compile code and open connections. */
const warmUpEvents = 200;

/**
 * How fast events that are there already go to one endpoint. The stream's consumer was away: it hints every commit at once, and
 * the workers, as many as the declaration allows, contend for the endpoint.
 */
export async function measureBurst(databaseEndpoint: string, events: number): Promise<BurstFigures> {
  const fleet = await createFleet(databaseEndpoint);
  const receivers = await startReceivers([receiverMs]);
  try {
    await measureOne(fleet, receivers, warmUpEvents);
    return await measureOne(fleet, receivers, events);
  } finally {
    receivers.stop();
    fleet.stop();
  }
}

async function measureOne(fleet: Fleet, receivers: Receivers, events: number): Promise<BurstFigures> {
  const process = fleet.startProcess([]);
  const { organizationId } = await createListener(process, receivers.urls);
  const hints = await recordEvents(process, organizationId, events);
  const begun: number[] = [];
  const queue = startOffering(fleet, noting(createHttpSender({ loopback: true }), begun));
  const startedAt = Date.now();
  await queue.send(hints, startedAt);
  const arrivals = await receivers.take(0, events);
  await queue.stop();
  const seconds = (Math.max(...arrivals.map(({ arrivedAt }) => arrivedAt)) - startedAt) / 1000;
  return {
    events,
    receiverMs,
    perSecond: round(arrivals.length / seconds, 1),
    begunInOrder: inOrder([...new Set(begun)]),
    arrivedInOrder: inOrder(arrivals.map(({ sequence }) => sequence)),
    missing: events - arrivals.length,
  };
}

/** Keeps the sequences of requests in the order in which they begin. */
function noting(sender: WebhookSender, begun: number[]): WebhookSender {
  return {
    ...sender,
    send(request) {
      begun.push(Number(JSON.parse(request.body).sequence));
      return sender.send(request);
    },
  };
}

function inOrder(sequences: readonly number[]): number {
  let last = 0;
  let ordered = 0;
  for (const sequence of sequences) {
    if (sequence > last) ordered += 1;
    last = Math.max(last, sequence);
  }
  return round((100 * ordered) / sequences.length);
}

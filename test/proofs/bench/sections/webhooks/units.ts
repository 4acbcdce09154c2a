import { worker as offerEvents } from '../../../../../functions/queues/offer-events.ts';
import { metering } from '../../../../../shared/ground/table/calls/meter.ts';
import type { WebhookSender } from '../../../../../shared/ports/webhook-sender.ts';
import { createMemoryFleet } from '../../service/fleet.ts';
import { callOnce, createListener, recordEvents } from '../../service/webhooks.ts';
import { round } from '../../statistics.ts';

/** Request units for each event and endpoint. */
export interface DeliveryUnits {
  readonly events: number;
  readonly readUnits: number;
  readonly writeUnits: number;
}

export interface WebhookUnits {
  readonly endpoints: number;
  readonly burst: DeliveryUnits;
  readonly lone: DeliveryUnits;
}

const endpoints = 50;

/**
 * What offering events to all endpoints of an organization costs the table, when every one of them accepts. The commit that
 * records the events is not in it.
 */
export async function measureUnits(burstEvents: number): Promise<WebhookUnits> {
  const fleet = await createMemoryFleet();
  const { sender, count } = acceptingSender();
  const process = fleet.startProcess();
  const offering = fleet.startProcess([], { webhooks: sender });
  const urls = Array.from({ length: endpoints }, (_, index) => `http://127.0.0.1:1/${index}`);
  const { organizationId } = await createListener(process, urls);
  const measure = async (events: number): Promise<DeliveryUnits> => {
    const hint = (await recordEvents(process, organizationId, events)).slice(-1);
    count.sent = 0;
    const use = await metering(async (used) => {
      await callOnce(offerEvents, offering, hint);
      return used;
    });
    if (count.sent !== events * endpoints) throw new Error(`${count.sent} requests for ${events} events`);
    const each = (units: number) => round(units / (events * endpoints));
    return { events, readUnits: each(use.readUnits), writeUnits: each(use.writeUnits) };
  };
  return { endpoints, burst: await measure(burstEvents), lone: await measure(1) };
}

function acceptingSender(): { readonly sender: WebhookSender; readonly count: { sent: number } } {
  const count = { sent: 0 };
  const sender: WebhookSender = {
    faultOf: () => undefined,
    async send() {
      count.sent += 1;
      return { accepted: true, status: 200 };
    },
  };
  return { sender, count };
}

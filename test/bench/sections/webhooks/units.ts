import { worker as offerEvents } from '../../../../functions/queues/offer-events.ts';
import type { WebhookSender } from '../../../../shared/webhooks/webhook-sender.ts';
import { createFleet } from '../../service/fleet.ts';
import { callOnce, createListener, recordEvents } from '../../service/webhooks.ts';
import { round } from '../../statistics.ts';
import { createUnitMeter } from '../../store/capacity.ts';

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
export async function measureUnits(databaseEndpoint: string, burstEvents: number): Promise<WebhookUnits> {
  const fleet = await createFleet(databaseEndpoint);
  const meter = createUnitMeter(fleet.clients.documents);
  const { sender, count } = acceptingSender();
  // Metering makes calls slow. The time stands still, so that offering is not interrupted by it.
  const startedAt = Date.now();
  const process = fleet.startProcess([], { clock: () => startedAt });
  const metered = fleet.startProcess([meter.intercept], { clock: () => startedAt, webhooks: sender });
  const urls = Array.from({ length: endpoints }, (_, index) => `http://127.0.0.1:1/${index}`);
  const { organizationId } = await createListener(process, urls);
  const measure = async (events: number): Promise<DeliveryUnits> => {
    const hint = (await recordEvents(process, organizationId, events)).slice(-1);
    Object.assign(meter.units, { read: 0, write: 0 });
    count.sent = 0;
    await callOnce(offerEvents, metered, hint);
    if (count.sent !== events * endpoints) throw new Error(`${count.sent} requests for ${events} events`);
    const each = (units: number) => round(units / (events * endpoints));
    return { events, readUnits: each(meter.units.read), writeUnits: each(meter.units.write) };
  };
  const figures = { endpoints, burst: await measure(burstEvents), lone: await measure(1) };
  fleet.stop();
  return figures;
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

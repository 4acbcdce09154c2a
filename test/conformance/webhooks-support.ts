import { afterAll } from 'vitest';
import type { Event, NewWebhookEndpoint, RegisteredWebhookEndpoint, Sluice } from '../../client/src/index.ts';
import type { EventType } from '../../shared/journal/rows/event.ts';
import type { WholeRuntime } from '../../shared/ports/runtime.ts';
import { createHttpSender } from '../../shared/webhooks/sender/http-sender.ts';
import { switchOnDeveloper } from '../functions/webhooks/support.ts';
import { addEvents, wake } from '../shared/webhooks/offering/support.ts';
import type { HttpService } from '../support/http-service.ts';
import type { TestOrganization } from '../support/journey.ts';
import { type Answering, type Receiver, startReceiver } from '../support/receiver.ts';
import { type Caller, callerOf } from './support.ts';

/** Pauses are short, and still let requests that are under way go on. */
export const shortPauses: Partial<WholeRuntime> = {
  sleep: (ms) => new Promise((done) => setTimeout(done, Math.min(ms, 20))),
};

/** A request that began. */
interface Begun {
  readonly url: string;
  readonly event: Event;
}

/**
 * The sender that a stage has, with what it was asked to send, in the order in which the requests began.
 * @param timeoutOf in place of ten seconds, milliseconds; undefined leaves them
 */
export function watchedSender(timeoutOf: (url: string) => number | undefined = () => undefined): {
  readonly webhooks: WholeRuntime['webhooks'];
  readonly begun: Begun[];
} {
  const { faultOf, send } = createHttpSender({ loopback: true });
  const begun: Begun[] = [];
  return {
    begun,
    webhooks: {
      faultOf,
      send: (request) => {
        const { url, body } = request;
        const timeoutMs = timeoutOf(url);
        begun.push({ url, event: JSON.parse(body) });
        return send({ ...request, ...(timeoutMs !== undefined && { timeoutMs }) });
      },
    },
  };
}

/** Receivers that end with the file. */
export function useReceivers(): (answering?: Answering) => Promise<Receiver> {
  const started: Receiver[] = [];
  afterAll(() => Promise.all(started.map((receiver) => receiver.stop())));
  return async (answering) => {
    const receiver = await startReceiver(answering);
    started.push(receiver);
    return receiver;
  };
}

/** An organization that uses webhooks: its key's caller, and the dashboard of an operator. */
export interface WebhookCaller extends Caller {
  readonly organizationId: string;
  readonly dashboard: Sluice;
}

export async function webhookCaller(http: HttpService, organization?: TestOrganization): Promise<WebhookCaller> {
  const of = organization ?? (await http.service.organization());
  const { organizationId } = of;
  await switchOnDeveloper(http.service, organizationId);
  const operator = await http.service.member(organizationId, 'operator');
  return { ...callerOf(http, of), organizationId, dashboard: http.dashboard(organizationId, operator) };
}

/** Registers a receiver. */
export function listen(
  { dashboard }: WebhookCaller,
  { url }: Pick<Receiver, 'url'>,
  more: Partial<NewWebhookEndpoint> = {},
): Promise<RegisteredWebhookEndpoint> {
  return dashboard.registerWebhookEndpoint({ url, ...more });
}

/** Something happens, and is told. */
export async function happens(
  { service }: HttpService,
  { organizationId }: WebhookCaller,
  { count = 1, type = 'payout.pending' }: { readonly count?: number; readonly type?: EventType } = {},
): Promise<void> {
  await addEvents(service, organizationId, count, type);
  await wake(service, organizationId);
}

export async function feedOf({ sluice }: Caller): Promise<readonly Event[]> {
  return (await sluice.listEvents({ limit: 500 })).data;
}

/** An endpoint as the list shows it. */
export async function listedEndpoint({ sluice }: Caller, { id }: Pick<RegisteredWebhookEndpoint, 'id'>) {
  const found = (await sluice.listWebhookEndpoints()).data.find((endpoint) => endpoint.id === id);
  if (!found) throw new Error(`no endpoint ${id}`);
  return found;
}

/** The deliveries of an endpoint, the last attempted first. */
export function deliveriesOf({ sluice }: Caller, { id: endpointId }: Pick<RegisteredWebhookEndpoint, 'id'>) {
  return sluice.listWebhookDeliveries({ endpointId });
}

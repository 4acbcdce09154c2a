import { randomUUID } from 'node:crypto';
import { dueRef } from '../../../shared/journal/due/due-work.ts';
import type { Event } from '../../../shared/journal/rows/event.ts';
import { cursorRef, type WebhookCursor, WebhookCursorEntity } from '../../../shared/webhooks/endpoints/cursor.ts';
import { endpointRef, type WebhookEndpoint } from '../../../shared/webhooks/endpoints/endpoint.ts';
import {
  type DeliveryKey,
  deliveryIdOf,
  deliveryRef,
  deliveryWork,
  type WebhookDelivery,
  WebhookDeliveryEntity,
} from '../../../shared/webhooks/sender/delivery.ts';
import { setControls } from '../../shared/journal/commit/support.ts';
import { bodyOf, type TestOrganization } from '../../support/journey.ts';
import type { Answer, TestService, TestSession } from '../../support/service.ts';

export type Body = Answer['body'];

/** An organization that may use webhooks, with somebody who may manage them. */
export interface Webhooks {
  readonly of: TestOrganization;
  readonly organizationId: string;
  readonly operator: TestSession;
  readonly path: string;
  /** Of the routes for test keys. */
  readonly sandboxPath: string;
}

export function switchOnDeveloper({ runtime }: Pick<TestService, 'runtime'>, organizationId: string): Promise<void> {
  return setControls(runtime, organizationId, { features: ['developer'] });
}

export function switchOffDeveloper({ runtime }: Pick<TestService, 'runtime'>, organizationId: string): Promise<void> {
  return setControls(runtime, organizationId, { features: [] });
}

export async function organizationOfWebhooks(service: TestService): Promise<Webhooks> {
  return webhooksOf(service, await service.organization());
}

/** Switches webhooks on for an organization. */
export async function webhooksOf(service: TestService, of: TestOrganization): Promise<Webhooks> {
  const { organizationId } = of;
  await switchOnDeveloper(service, organizationId);
  const operator = await service.member(organizationId, 'operator');
  const path = `/organizations/${organizationId}/webhook-endpoints`;
  const sandboxPath = `/payments/organizations/${organizationId}/sandbox/webhook-endpoints`;
  return { of, organizationId, operator, path, sandboxPath };
}

export const hookUrl = 'https://example.com/hooks';

export function register(service: TestService, { path, operator }: Webhooks, body: object = {}): Promise<Answer> {
  return service.post(path, operator, { url: hookUrl, ...body });
}

/** An endpoint that was just registered, with its secret. */
export async function registered(service: TestService, webhooks: Webhooks, body: object = {}): Promise<Body> {
  return bodyOf(await register(service, webhooks, body), 201);
}

export function enable(service: TestService, { path, operator }: Webhooks, id: string, enabled: boolean) {
  return service.post(`${path}/${id}/enabled`, operator, { enabled });
}

export function rotate(service: TestService, { path, operator }: Webhooks, id: string): Promise<Answer> {
  return service.call('POST', `${path}/${id}/rotate-secret`, operator, { idempotencyKey: randomUUID() });
}

export function remove(service: TestService, { path, operator }: Webhooks, id: string): Promise<Answer> {
  return service.call('DELETE', `${path}/${id}`, operator);
}

export async function listed(service: TestService, { path, operator }: Webhooks): Promise<Body[]> {
  return bodyOf(await service.get(path, operator)).data;
}

export function storedEndpoint({ runtime }: TestService, { organizationId }: Webhooks, id: string) {
  return runtime.store.get(endpointRef(organizationId, id)) as Promise<WebhookEndpoint>;
}

export function storedCursor({ runtime }: TestService, { organizationId }: Webhooks, id: string) {
  return runtime.store.get(cursorRef(organizationId, id)) as Promise<WebhookCursor>;
}

/** Changes a cursor, as a worker does. */
export async function advanceCursor(
  service: TestService,
  webhooks: Webhooks,
  id: string,
  changes: Partial<WebhookCursor>,
) {
  const cursor = await storedCursor(service, webhooks, id);
  await service.runtime.store.put(WebhookCursorEntity, { ...cursor, ...changes } as WebhookCursor);
}

/** A delivery row, as workers write it: of an event of this moment whose first attempt failed, unless said. */
export async function addDelivery(
  { runtime, clock }: TestService,
  { organizationId }: Webhooks,
  endpointId: string,
  changes: Partial<WebhookDelivery> & { readonly at?: number } = {},
): Promise<WebhookDelivery> {
  const { at = clock.now, sequence = 1, ...rest } = changes;
  const createdAt = new Date(at).toISOString();
  const deliveryId = deliveryIdOf({ endpointId }, { createdAt, sequence } as Event);
  const delivery: WebhookDelivery = {
    organizationId,
    endpointId,
    deliveryId,
    sequence,
    eventId: `evt_${sequence}`,
    eventType: 'payout.completed',
    status: 'failed',
    generation: 1,
    attempt: 1,
    responseStatus: 500,
    lastError: 'out of order',
    createdAt,
    lastAttemptAt: at,
    ...rest,
  };
  await runtime.store.put(WebhookDeliveryEntity, delivery);
  return delivery;
}

export function replay(service: TestService, { path, operator }: Webhooks, id: string, deliveryId: string) {
  const target = `${path}/${id}/deliveries/${deliveryId}/replay`;
  return service.call('POST', target, operator, { idempotencyKey: randomUUID() });
}

/** Replays the deliveries of the hour around now, unless said. */
export function replayMany(service: TestService, { path, operator }: Webhooks, id: string, body: object = {}) {
  const halfHourMs = 30 * 60 * 1000;
  const [from, to] = [-halfHourMs, halfHourMs].map((ms) => new Date(service.clock.now + ms).toISOString());
  return service.post(`${path}/${id}/deliveries/replay`, operator, { from, to, ...body });
}

export function storedDelivery({ runtime }: TestService, key: DeliveryKey): Promise<WebhookDelivery> {
  return runtime.store.get(deliveryRef(key)) as Promise<WebhookDelivery>;
}

/** The due row of a delivery's next attempt. */
export function retryOf({ runtime }: TestService, key: DeliveryKey) {
  return runtime.store.get(dueRef(deliveryWork(key)));
}

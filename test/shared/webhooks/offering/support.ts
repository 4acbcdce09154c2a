import { seal } from '../../../../shared/ground/signatures/seal.ts';
import { create } from '../../../../shared/ground/table/writes.ts';
import { decideAndCommit } from '../../../../shared/journal/commit/decide.ts';
import { DueWorkEntity, dueShard, dueShardCount, scheduleWork } from '../../../../shared/journal/due/due-work.ts';
import { hintOf } from '../../../../shared/journal/due/hint-due-work.ts';
import { EventEntity, type EventType, eventPartition } from '../../../../shared/journal/rows/event.ts';
import { MailEntity } from '../../../../shared/journal/rows/mail-entity.ts';
import type { DueKind } from '../../../../shared/ports/due-kinds.ts';
import type { Hint } from '../../../../shared/ports/hint-queue.ts';
import {
  cursorRef,
  newCursor,
  type WebhookCursor,
  WebhookCursorEntity,
} from '../../../../shared/webhooks/endpoints/cursor.ts';
import {
  endpointRef,
  endpointWork,
  type WebhookEndpoint,
  WebhookEndpointEntity,
} from '../../../../shared/webhooks/endpoints/endpoint.ts';
import { hintEvents } from '../../../../shared/webhooks/offering/hint-events.ts';
import {
  deliveryPartition,
  type WebhookDelivery,
  WebhookDeliveryEntity,
} from '../../../../shared/webhooks/sender/delivery.ts';
import { deliverInBatches } from '../../../support/journey.ts';
import type { TestService } from '../../../support/service.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Where nobody waits for the controlled clock: pauses pass at once, though others have their turn. */
export const sleepBriefly = (ms: number) => new Promise<void>((done) => setTimeout(done, Math.min(ms, 20)));

/** `whsec_` and 32 bytes. */
export const testSecret = `whsec_${Buffer.alloc(32, 3).toString('base64')}`;

let serial = 0;

/** An endpoint at the end of the feed, as its registration leaves it. */
export async function addEndpoint(
  service: TestService,
  organizationId: string,
  { url, ...fields }: Partial<WebhookEndpoint> & { readonly url: string },
): Promise<WebhookEndpoint> {
  serial += 1;
  const endpointId = `we_test${serial}`;
  const sealingKeys = await service.runtime.secrets.sealingKeys();
  const endpoint: WebhookEndpoint = {
    organizationId,
    endpointId,
    version: 1,
    url,
    events: [],
    enabled: true,
    secret: seal(sealingKeys, 'webhook-secret', testSecret, endpointId),
    createdAt: new Date(service.clock.now).toISOString(),
    ...fields,
  };
  await decideAndCommit(service.runtime, {
    organizationId,
    reads: {},
    decide: ({ organization }, draft) => {
      draft.write(
        create(WebhookEndpointEntity, endpoint),
        create(WebhookCursorEntity, newCursor(endpoint, draft.head.sequence, draft.now)),
        scheduleWork(endpointWork(endpoint), draft.now + 10 * MINUTE_MS),
      );
      draft.changeOrganization({ ...organization, webhookEndpoints: (organization.webhookEndpoints ?? 0) + 1 });
      return { reply: { status: 200, body: undefined } };
    },
  });
  return endpoint;
}

/** Events in the feed, as a commit of its own leaves them; `data` tells them apart. */
export async function addEvents(
  service: TestService,
  organizationId: string,
  count: number,
  type: EventType = 'payout.pending',
): Promise<void> {
  for (let left = count; left > 0; left -= 50) {
    await decideAndCommit(service.runtime, {
      organizationId,
      reads: {},
      decide: (_found, draft) => {
        for (let index = 0; index < Math.min(left, 50); index += 1) {
          draft.event({ type, data: { number: draft.nextSequence, name: 'Zoë' } });
        }
        return { reply: { status: 200, body: undefined } };
      },
    });
  }
}

/** What the stream's consumer does about every event that is in the feed, and what comes of its hints, until there are none. */
export async function wake(service: TestService, organizationId: string): Promise<void> {
  service.hints.take();
  const { items } = await service.runtime.store.range(EventEntity, {
    partition: eventPartition(organizationId),
    newestFirst: true,
    limit: 1,
  });
  await hintEvents(service.runtime, items);
  await followHints(service);
}

/** Follows hints that are due now, and those that come of them. */
export async function followHints(service: TestService): Promise<void> {
  for (;;) {
    const hints = service.hints.take().filter(({ dueAt }) => dueAt <= service.clock.now);
    if (hints.length === 0) return;
    await deliverInBatches(service, hints);
  }
}

/**
 * Lets time pass up to a moment, from one retry to the next. Heartbeats in between are left out, as if every one of them had
 * found nothing; those that are due at the end are followed.
 * @param looking the process that looks for what is due, where another one is to work
 */
export async function passUntil(service: TestService, until: number, looking = service): Promise<void> {
  for (;;) {
    const retries = await dueHints(looking, 'deliveries', until);
    const next = Math.min(...retries.map(({ dueAt }) => dueAt));
    if (retries.length === 0) break;
    service.clock.now = Math.max(next, service.clock.now);
    await service.runtime.hints.send(retries, service.clock.now);
    await followHints(service);
  }
  service.clock.now = until;
  await service.runtime.hints.send(await dueHints(looking, 'endpoints', until), until);
  await followHints(service);
}

/** The same with every heartbeat, so that probes have their time: from one due row to the next. */
export async function playUntil(service: TestService, until: number): Promise<void> {
  for (;;) {
    const due = [await dueHints(service, 'deliveries', until), await dueHints(service, 'endpoints', until)].flat();
    if (due.length === 0) break;
    service.clock.now = Math.max(Math.min(...due.map(({ dueAt }) => dueAt)), service.clock.now);
    await service.runtime.hints.send(
      due.filter(({ dueAt }) => dueAt <= service.clock.now),
      service.clock.now,
    );
    await followHints(service);
  }
  service.clock.now = until;
}

async function dueHints({ runtime }: TestService, kind: DueKind, until: number): Promise<Hint[]> {
  const shards = Array.from({ length: dueShardCount }, (_, shard) => dueShard(kind, shard));
  const pages = await Promise.all(
    shards.map((shard) => runtime.store.duePage(DueWorkEntity, { shard, until, limit: 1_000 })),
  );
  return pages.flatMap(({ rows }) => rows).map(hintOf);
}

export async function cursorOf(service: TestService, endpoint: WebhookEndpoint): Promise<WebhookCursor> {
  const found = await service.runtime.store.get(cursorRef(endpoint.organizationId, endpoint.endpointId));
  if (!found) throw new Error('the endpoint has no cursor');
  return found;
}

export function storedEndpoint(service: TestService, { organizationId, endpointId }: WebhookEndpoint) {
  return service.runtime.store.get(endpointRef(organizationId, endpointId));
}

/** In the order of their events. */
export async function deliveriesOf(
  service: TestService,
  endpoint: WebhookEndpoint,
): Promise<readonly WebhookDelivery[]> {
  const partition = deliveryPartition(endpoint.organizationId, endpoint.endpointId);
  const { items } = await service.runtime.store.range(WebhookDeliveryEntity, { partition, limit: 1_000 });
  return items;
}

/** What waits to be sent, oldest first. */
export async function mailsOf({ runtime }: TestService, organizationId: string) {
  return (await runtime.store.range(MailEntity, { partition: `MAIL#${organizationId}`, limit: 100 })).items;
}

export async function subjectsOf(service: TestService, organizationId: string): Promise<string[]> {
  return (await mailsOf(service, organizationId)).map(({ subject }) => subject);
}

/** From one sequence to another, both included. */
export function sequences(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

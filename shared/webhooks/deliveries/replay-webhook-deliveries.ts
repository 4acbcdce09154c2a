import * as z from 'zod';
import { Instant, InstantParameter } from '../../contract/fields.ts';
import { reply } from '../../contract/reply.ts';
import { readPage } from '../../ground/table/page.ts';
import { timestamp } from '../../ground/time/clock.ts';
import { commitWithoutHead } from '../../journal/commit/commit-without-head.ts';
import { claimOf, type Execution } from '../../journal/commit/execution.ts';
import type { Runtime } from '../../ports/runtime.ts';
import type { EndpointKey } from '../endpoints/endpoint.ts';
import {
  type DeliveryStatus,
  deliveriesFrom,
  deliveryPartition,
  deliveryStatuses,
  eventTimeOf,
  type WebhookDelivery,
  WebhookDeliveryEntity,
} from '../sender/delivery.ts';
import { endpointRefs, refuseReplay } from './replay-webhook-delivery.ts';
import { requeue } from './requeue.ts';

/** See the specification, Limits: bulk delivery replay. */
export const maxReplayed = 1_000;

/** The latest time that fits into a delivery's id, in the year 5188. */
const lastTime = 36 ** 9 - 1;

/** `all` contains the statuses that this release knows. */
const wantedStatuses = { failed: ['failed', 'dead'], all: deliveryStatuses } as const satisfies Record<
  string,
  readonly DeliveryStatus[]
>;

export const ReplayRequest = z
  .strictObject({
    from: InstantParameter,
    to: InstantParameter,
    status: z
      .enum(['failed', 'all'])
      .default('failed')
      .meta({ description: '`failed`: deliveries that failed, including dead ones.' }),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], error: 'is before from' })
  .meta({
    id: 'ReplayWebhookDeliveries',
    description: 'Which deliveries to repeat, selected by when their events were recorded.',
  });

export const ReplayView = z
  .object({
    requeued: z.int().meta({ description: 'The number of deliveries that this call repeats.' }),
    nextFrom: Instant.optional().meta({
      description: 'Present if there may be more. To continue, send it as `from` with the same `to`.',
    }),
  })
  .meta({ id: 'ReplayedWebhookDeliveries', description: 'The result of this call, and where to continue.' });

/**
 * Replays the deliveries of events recorded within a time range, oldest first (specification, Webhook management). One
 * call examines at most 5,000 deliveries and replays at most 1,000.
 * @throws ServiceError NOT_FOUND, also for another organization's endpoint; ACCOUNT_BLOCKED; DEVELOPER_FEATURE_DISABLED
 */
export async function replayWebhookDeliveries(
  runtime: Runtime,
  key: EndpointKey,
  { from, to, status }: z.infer<typeof ReplayRequest>,
  execution: Execution,
) {
  const wanted: readonly DeliveryStatus[] = wantedStatuses[status];
  const [found, page] = await Promise.all([
    runtime.store.getAll(endpointRefs(key)),
    readPage(
      runtime.store,
      WebhookDeliveryEntity,
      {
        partition: deliveryPartition(key.organizationId, key.endpointId),
        from: deliveriesFrom(clampTime(from)),
        // Sorts after every id of its millisecond.
        to: `${deliveriesFrom(clampTime(to))}~`,
        limit: maxReplayed,
        where: { status: wanted },
      },
      ({ deliveryId }) => deliveryId,
    ),
    claimOf(execution),
  ]);
  refuseReplay(found);
  const isWanted = (delivery: WebhookDelivery) => wanted.includes(delivery.status);
  const { requeued, leftOut } = await requeue(runtime, page.items.filter(isWanted), isWanted);
  const next = leftOut[0]?.deliveryId ?? page.next;
  const body = { requeued, ...(next && { nextFrom: timestamp(eventTimeOf(next)) }) };
  return commitWithoutHead(runtime, [], { reply: reply(200, body), resourceId: key.endpointId }, execution);
}

function clampTime(at: number): number {
  return Math.min(Math.max(at, 0), lastTime);
}

import type { DueKey } from '../../../shared/journal/due/due-work.ts';
import { type Event, eventPartition } from '../../../shared/journal/rows/event.ts';
import { cursorPartition } from '../../../shared/webhooks/endpoints/cursor.ts';
import { endpointPartition, type WebhookEndpoint } from '../../../shared/webhooks/endpoints/endpoint.ts';
import { wants } from '../../../shared/webhooks/endpoints/wanted-types.ts';
import type { Witness } from './witness.ts';

/** Whether a row or hint is no more than the regular look of an endpoint that has nothing to offer: there always is one. */
export function isIdleHeartbeat(witness: Witness, { kind, organizationId, resourceId }: DueKey): boolean {
  if (kind !== 'endpoints') return false;
  const endpoint = witness.current(`${endpointPartition(organizationId)} ${resourceId}`) as WebhookEndpoint | undefined;
  const cursor = witness.current(`${cursorPartition(organizationId)} ${resourceId}`);
  if (!endpoint?.enabled || !cursor) return false;
  if (witness.keys(`HELD_DELIVERY#${organizationId}#${resourceId} `).some((key) => witness.current(key))) return false;
  return !witness.keys(`${eventPartition(organizationId)} `).some((key) => {
    const event = witness.current(key) as Event | undefined;
    return event && event.sequence > (cursor.offeredTo as number) && wants(endpoint, event);
  });
}

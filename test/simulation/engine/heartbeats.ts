import type { AddressWatch } from '../../../shared/checkout/methods/crypto/payments/address-watch.ts';
import type { DueKey } from '../../../shared/journal/due/due-work.ts';
import { type Event, eventPartition } from '../../../shared/journal/rows/event.ts';
import { cursorPartition } from '../../../shared/webhooks/endpoints/cursor.ts';
import { endpointPartition, type WebhookEndpoint } from '../../../shared/webhooks/endpoints/endpoint.ts';
import { wants } from '../../../shared/webhooks/endpoints/wanted-types.ts';
import { isSame } from './simulated-chain.ts';
import type { World } from './world.ts';

type Places = Pick<World, 'witness' | 'chain'>;

/**
 * Whether a row or hint is no more than a regular look: of an endpoint that has nothing to offer, as there always is one, or
 * at an address to which nothing has come that was not read, as there is for a week.
 */
export function isIdleHeartbeat({ witness, chain }: Places, due: DueKey): boolean {
  if (due.resourceId.startsWith('ca_')) return isIdleWatch({ witness, chain }, due);
  const { kind, organizationId, resourceId } = due;
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

function isIdleWatch({ witness, chain }: Places, { organizationId, resourceId }: DueKey): boolean {
  const watch = witness.current(`CRYPTO_WATCH#${organizationId} ${resourceId}`) as AddressWatch | undefined;
  return watch !== undefined && chain.logs.every((log) => log.block < watch.nextBlock || !isSame(log, watch));
}

import type { AddressWatch } from '../../../../shared/checkout/methods/crypto/payments/address-watch.ts';
import type { DueKey } from '../../../../shared/journal/due/due-work.ts';
import { type Event, eventPartition } from '../../../../shared/journal/rows/event.ts';
import { tokenOfWork } from '../../../../shared/payouts/flushing/token-work.ts';
import { type FundingWatch, watchPartition } from '../../../../shared/payouts/funding/watch.ts';
import type { Payout } from '../../../../shared/payouts/payout/payout.ts';
import { cursorPartition } from '../../../../shared/webhooks/endpoints/cursor.ts';
import { endpointPartition, type WebhookEndpoint } from '../../../../shared/webhooks/endpoints/endpoint.ts';
import { wants } from '../../../../shared/webhooks/endpoints/wanted-types.ts';
import { isSame } from './simulated-chain.ts';
import type { World } from './world.ts';

/** Whatever is decided about the money of a payout is looked at again sooner. Milliseconds. */
const longestWaitMs = 2 * 24 * 60 * 60 * 1000;

type Places = Pick<World, 'witness' | 'chain' | 'deposits' | 'stage'>;

/**
 * Whether a row or hint is no more than a regular look: of an endpoint that has nothing to offer, as there always is one, or
 * at an address to which nothing has come that was not read, as there is for a week, or at the addresses of payouts that
 * organizations fund themselves, as there is for months.
 */
export function isIdleHeartbeat(places: Places, due: DueKey & { readonly dueAt?: number | undefined }): boolean {
  const { witness, chain } = places;
  if (due.kind === 'funding') return isIdleFunding(places, due);
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

function isIdleWatch(
  { witness, chain }: Pick<Places, 'witness' | 'chain'>,
  { organizationId, resourceId }: DueKey,
): boolean {
  const watch = witness.current(`CRYPTO_WATCH#${organizationId} ${resourceId}`) as AddressWatch | undefined;
  return watch !== undefined && chain.logs.every((log) => log.block < watch.nextBlock || !isSame(log, watch));
}

/** Nothing came that was not read, or nobody has sent anything yet for a payout that waits for it for thirty days. */
function isIdleFunding(
  { witness, deposits, stage }: Places,
  { organizationId, resourceId, dueAt = 0 }: DueKey & { readonly dueAt?: number | undefined },
): boolean {
  const token = tokenOfWork(resourceId);
  if (token) {
    const watch = witness.current(`${watchPartition(token)} WATCH`) as FundingWatch | undefined;
    return watch !== undefined && deposits.isReadTo(watch.nextBlock) && deposits.isReadTo(watch.comparedBlock + 1);
  }
  const payout = witness.current(`PAYOUT#${organizationId} ${resourceId}`) as Payout | undefined;
  return payout?.status === 'awaiting_funds' && dueAt > stage.now + longestWaitMs;
}

import { cursorAt, positionOf } from '../../contract/cursor.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { KeysLeftUnread } from '../../ground/table/calls/keys-left-unread.ts';
import { type Page, readPage } from '../../ground/table/page.ts';
import type { Range, Store } from '../../ground/table/store.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { type Payout, PayoutEntity, PayoutReferenceEntity, payoutPartition, referencePartition } from './payout.ts';
import { type PayoutBody, presentPayout } from './present-payout.ts';
import type { PayoutStatus } from './transitions.ts';

export interface OrderFilters {
  readonly cursor?: string | undefined;
  readonly limit: number;
  readonly reference?: string | undefined;
  readonly status?: readonly PayoutStatus[] | undefined;
}

/**
 * Lists payouts, newest first; with `reference`, only those that have it (specification, Other referenced operations).
 * @throws ServiceError ORDERS_TEMPORARILY_UNAVAILABLE
 */
export async function listOrders(
  { store }: Runtime,
  organizationId: string,
  filters: OrderFilters,
): Promise<{ data: PayoutBody[]; nextCursor?: string }> {
  const scope = { list: 'orders', organizationId };
  const after = filters.cursor === undefined ? undefined : positionOf(scope, filters.cursor);
  const page = await pageOf(store, organizationId, filters, after);
  return {
    data: page.items.map(presentPayout),
    ...(page.next && { nextCursor: cursorAt(scope, page.next) }),
  };
}

async function pageOf(
  store: Store,
  organizationId: string,
  { limit, reference, status = [] }: OrderFilters,
  after: string | undefined,
): Promise<Page<Payout>> {
  const range: Omit<Range, 'partition'> = { after, newestFirst: true, limit };
  if (reference === undefined) {
    const partition = payoutPartition(organizationId);
    return readPage(store, PayoutEntity, { ...range, partition, where: { status } }, ({ payoutId }) => payoutId);
  }
  const partition = referencePartition(organizationId, reference);
  const references = await readPage(store, PayoutReferenceEntity, { ...range, partition }, ({ payoutId }) => payoutId);
  const keys = references.items.map(({ payoutId }) => ({ organizationId, payoutId }));
  const found = await readAll(store, keys);
  return { ...references, items: found.filter((payout) => status.length === 0 || status.includes(payout.status)) };
}

type PayoutKey = Pick<Payout, 'organizationId' | 'payoutId'>;

/**
 * Reads every payout or throws. Callers check the list before they send a payout again, so it must not seem complete
 * when it is not.
 */
async function readAll(store: Store, keys: readonly PayoutKey[]): Promise<Payout[]> {
  const found = await store.getMany(PayoutEntity, keys).catch((error) => {
    throw error instanceof KeysLeftUnread ? unavailable(error) : error;
  });
  // While a commit is under way, the reference may be visible before its payout.
  if (found.length < keys.length) throw unavailable();
  return found;
}

function unavailable(cause?: KeysLeftUnread): ServiceError {
  return new ServiceError('ORDERS_TEMPORARILY_UNAVAILABLE', 'not every payout could be read', {
    retryAfterSeconds: 1,
    cause,
  });
}

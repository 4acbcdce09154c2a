import type { FormattedItem } from 'dynamodb-toolbox/entity';
import { type ListPage, walkList } from '../../contract/lists/list-walk.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { KeysLeftUnread } from '../../ground/table/calls/keys-left-unread.ts';
import { mergePages, type Page, readPage } from '../../ground/table/page.ts';
import { readNamed } from '../../ground/table/read-named.ts';
import type { Store } from '../../ground/table/store.ts';
import { storedTexts } from '../../ground/text/compared-form.ts';
import { listPosition } from '../../journal/rows/dated-row.ts';
import { readDatedPage } from '../../journal/rows/read-dated-page.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { type Payout, PayoutEntity, PayoutReferenceEntity, payoutPartition, referencePartition } from './payout.ts';
import { type PayoutBody, presentPayout } from './present-payout.ts';
import { type ShownStatus, storedStatuses } from './transitions.ts';

export interface OrderFilters {
  readonly cursor?: string | undefined;
  readonly limit: number;
  readonly reference?: string | undefined;
  readonly status?: readonly ShownStatus[] | undefined;
}

/**
 * Lists payouts, newest first; with `reference`, only those that have it (specification, Other referenced operations). A list
 * that cannot be read as a whole is refused, because callers look here before they send a payout again.
 * @throws ServiceError ORDERS_TEMPORARILY_UNAVAILABLE; VALIDATION_ERROR for a foreign cursor
 */
export async function listOrders(
  runtime: Pick<Runtime, 'clock' | 'store'>,
  organizationId: string,
  filters: OrderFilters,
): Promise<ListPage<PayoutBody>> {
  const { after, page } = walkList(runtime, { list: 'orders', organizationId }, filters.cursor);
  const { items, next } = await pageOf(runtime.store, organizationId, filters, after).catch((cause) => {
    if (!(cause instanceof KeysLeftUnread)) throw cause;
    throw new ServiceError('ORDERS_TEMPORARILY_UNAVAILABLE', 'not every payout could be read', {
      retryAfterSeconds: 1,
      cause,
    });
  });
  return page(items.map(presentPayout), next);
}

async function pageOf(
  store: Store,
  organizationId: string,
  { limit, reference, status: shown = [] }: OrderFilters,
  after: string | undefined,
): Promise<Page<Payout>> {
  const keyOf = (payoutId: string) => ({ organizationId, payoutId });
  const status = storedStatuses(shown);
  if (reference === undefined) {
    const range = { partition: payoutPartition(organizationId), after, limit, where: { status } };
    return readDatedPage(store, PayoutEntity, range, { idOf: ({ payoutId }) => payoutId, keyOf });
  }
  const { items, ...page } = await referencesTo(store, organizationId, reference, { limit, after });
  const found = await readNamed(store, PayoutEntity, items.map(keyOf));
  return { ...page, items: found.filter((payout) => status.length === 0 || status.includes(payout.status)) };
}

function positionOf({ payoutId, datedAt }: FormattedItem<typeof PayoutReferenceEntity>): string {
  return listPosition({ id: payoutId, datedAt });
}

/** Ids of the payouts with a reference, in whatever form it was written. */
async function referencesTo(
  store: Store,
  organizationId: string,
  reference: string,
  { limit, after }: { readonly limit: number; readonly after: string | undefined },
): Promise<Page<string>> {
  const pages = await Promise.all(
    storedTexts(reference).map((text) => {
      const partition = referencePartition(organizationId, text);
      const range = { partition, after, newestFirst: true, limit };
      return readPage(store, PayoutReferenceEntity, range, positionOf);
    }),
  );
  const merged = mergePages(pages, limit, positionOf);
  return { ...merged, items: merged.items.map(({ payoutId }) => payoutId) };
}

import { type ListPage, walkList } from '../../contract/lists/list-walk.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { type Page, readPage } from '../../ground/table/page.ts';
import { readNamed } from '../../ground/table/read-named.ts';
import type { Store } from '../../ground/table/store.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { type PayoutLink, PayoutLinkEntity, payoutLinkPartition, payoutLinkRef } from './payout-link.ts';
import { linkReferencePartition, PayoutLinkReferenceEntity } from './payout-link-reference.ts';
import type { PayoutLinkStatus } from './payout-link-status.ts';
import { type PayoutLinkBody, presentPayoutLink } from './present-payout-link.ts';

interface PayoutLinkFilters {
  readonly cursor?: string | undefined;
  readonly limit: number;
  readonly status?: readonly PayoutLinkStatus[] | undefined;
  readonly reference?: string | undefined;
}

/** Lists payout links, newest first; with `reference`, only those that have it. */
export async function listPayoutLinks(
  runtime: Pick<Runtime, 'clock' | 'store'>,
  organizationId: string,
  { cursor, ...filters }: PayoutLinkFilters,
): Promise<ListPage<PayoutLinkBody>> {
  const { after, page } = walkList(runtime, { list: 'payout-links', organizationId }, cursor);
  const { items, next } = await pageOf(runtime.store, organizationId, filters, after);
  return page(items.map(presentPayoutLink), next);
}

async function pageOf(
  store: Store,
  organizationId: string,
  { limit, status = [], reference }: Omit<PayoutLinkFilters, 'cursor'>,
  after: string | undefined,
): Promise<Page<PayoutLink>> {
  const range = { newestFirst: true, limit, after };
  if (reference === undefined) {
    const links = { ...range, partition: payoutLinkPartition(organizationId), where: { status: [...status] } };
    return readPage(store, PayoutLinkEntity, links, ({ payoutLinkId }) => payoutLinkId);
  }
  const partition = linkReferencePartition(organizationId, reference);
  const named = await readPage(store, PayoutLinkReferenceEntity, { ...range, partition }, (row) => row.payoutLinkId);
  const keys = named.items.map(({ payoutLinkId }) => ({ organizationId, payoutLinkId }));
  const found = await readNamed(store, PayoutLinkEntity, keys);
  return { ...named, items: found.filter((link) => status.length === 0 || status.includes(link.status)) };
}

/** @throws ServiceError NOT_FOUND */
export async function getPayoutLink(
  { store }: Pick<Runtime, 'store'>,
  organizationId: string,
  payoutLinkId: string,
): Promise<PayoutLinkBody> {
  const link = await store.get(payoutLinkRef(organizationId, payoutLinkId));
  if (!link) throw new ServiceError('NOT_FOUND', 'no such payout link');
  return presentPayoutLink(link);
}

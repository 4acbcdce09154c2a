import { type Link, LinkEntity } from '../../../shared/checkout/links/link.ts';
import { linkPath } from '../../../shared/checkout/page/paths.ts';
import { newPageToken } from '../../../shared/contract/page-token.ts';
import { absent } from '../../../shared/ground/table/expressions.ts';
import { timestamp } from '../../../shared/ground/time/clock.ts';
import type { WholeRuntime } from '../../../shared/ports/runtime.ts';

/** Puts a published link of 15.00 dollars to be paid by card, as its own endpoints would, and returns the path of its page. */
export async function addLink(
  { ids, clock, store }: Pick<WholeRuntime, 'ids' | 'clock' | 'store'>,
  { organizationId }: { readonly organizationId: string },
  changes: Partial<Link> = {},
) {
  const linkId = ids.next('lnk', clock());
  const { token } = newPageToken(ids, { organizationId, resourceId: linkId });
  const now = timestamp(clock());
  const link: Link = {
    organizationId,
    linkId,
    version: 1,
    status: 'sent',
    currency: 'USD',
    items: [{ name: 'A chair', quantity: 3, unitAmount: 500n }],
    taxInclusive: false,
    total: 1_500n,
    tax: 0n,
    methods: [{ kind: 'card' }],
    placesTaken: 0,
    simulated: 0,
    pageToken: token,
    cardPage: { priceId: 'price_1', total: 1_500n, currency: 'USD' },
    livemode: false,
    createdAt: now,
    updatedAt: now,
    ...changes,
  };
  await store.put(LinkEntity, link, absent);
  return { link, token, path: linkPath(token) };
}

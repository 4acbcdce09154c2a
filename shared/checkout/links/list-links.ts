import { cursorAt, positionOf } from '../../contract/cursor.ts';
import { readPage } from '../../ground/table/page.ts';
import type { Organization } from '../../identity/organization.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { type Link, LinkEntity, linkPartition } from './link.ts';
import { type LinkStatus, linkStatusAt } from './link-status.ts';
import { type LinkBody, presentLink } from './present-link.ts';

interface LinkFilters {
  readonly cursor?: string | undefined;
  readonly limit: number;
  readonly status?: readonly LinkStatus[] | undefined;
}

/** Lists links, newest first, by their status at this moment. */
export async function listLinks(
  { store, clock, pagesUrl }: Runtime,
  organization: Organization,
  { cursor, limit, status = [] }: LinkFilters,
): Promise<{ data: LinkBody[]; nextCursor?: string }> {
  const { organizationId } = organization;
  const scope = { list: 'checkout-links', organizationId };
  const after = cursor === undefined ? undefined : positionOf(scope, cursor);
  const now = clock();
  const range = {
    partition: linkPartition(organizationId),
    newestFirst: true,
    limit,
    after,
    // The clock makes expired links of what is stored as sent.
    where: { status: [...new Set(status.map((wanted) => (wanted === 'expired' ? 'sent' : wanted)))] },
  };
  const isWanted = (link: Link) => status.length === 0 || status.includes(linkStatusAt(link, now));
  const { items, next } = await readPage(store, LinkEntity, range, ({ linkId }) => linkId, isWanted);
  const data = items.map((link) => presentLink(link, { organization, pagesUrl, now }));
  return { data, ...(next && { nextCursor: cursorAt(scope, next) }) };
}

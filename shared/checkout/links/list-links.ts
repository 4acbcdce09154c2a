import { type ListPage, walkList } from '../../contract/lists/list-walk.ts';
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

/** Lists links, newest first, by their current status. */
export async function listLinks(
  runtime: Runtime<'pages'>,
  organization: Organization,
  { cursor, limit, status = [] }: LinkFilters,
): Promise<ListPage<LinkBody>> {
  const { store, clock, pagesUrl } = runtime;
  const { organizationId } = organization;
  const scope = { list: 'checkout-links', organizationId };
  const { after, page } = walkList(runtime, scope, cursor);
  const now = clock();
  const range = {
    partition: linkPartition(organizationId),
    newestFirst: true,
    limit,
    after,
    // Expired links are stored with the status `sent`.
    where: { status: [...new Set(status.map((wanted) => (wanted === 'expired' ? 'sent' : wanted)))] },
  };
  const isWanted = (link: Link) => status.length === 0 || status.includes(linkStatusAt(link, now));
  const { items, next } = await readPage(store, LinkEntity, range, ({ linkId }) => linkId, isWanted);
  return page(
    items.map((link) => presentLink(link, { organization, pagesUrl, now })),
    next,
  );
}

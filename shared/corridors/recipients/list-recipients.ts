import { type ListPage, walkList } from '../../contract/lists/list-walk.ts';
import { refTo } from '../../ground/table/expressions.ts';
import { type Page, readPage } from '../../ground/table/page.ts';
import type { Store } from '../../ground/table/store.ts';
import { storedTexts } from '../../ground/text/compared-form.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { isLive, type Recipient, RecipientEntity, RecipientLookupEntity, recipientPartition } from './recipient.ts';

export interface RecipientFilters {
  readonly cursor?: string | undefined;
  readonly limit: number;
  readonly externalId?: string | undefined;
}

/**
 * Lists recipients, newest first, including retired ones. With `externalId`, only the recipient that has it. Earlier
 * releases may have stored another recipient whose external id has the same compared form; it comes second.
 */
export async function listRecipients(
  runtime: Runtime,
  organizationId: string,
  { cursor, limit, externalId }: RecipientFilters,
): Promise<ListPage<Recipient>> {
  const { store } = runtime;
  const scope = { list: 'recipients', organizationId };
  const { after, page } = walkList(runtime, scope, cursor);
  const { items, next } =
    externalId === undefined
      ? await newestFirst(store, organizationId, limit, after)
      : await byExternalId(store, organizationId, externalId);
  return page([...items], next);
}

function newestFirst(store: Store, organizationId: string, limit: number, after: string | undefined) {
  const range = { partition: recipientPartition(organizationId), after, newestFirst: true, limit };
  return readPage(store, RecipientEntity, range, ({ recipientId }) => recipientId);
}

async function byExternalId(store: Store, organizationId: string, externalId: string): Promise<Page<Recipient>> {
  const lookup = (value: string) =>
    store.get(refTo(RecipientLookupEntity, { organizationId, by: 'externalId', value }));
  const lookups = await Promise.all(storedTexts(externalId).map(lookup));
  const ids = new Set(lookups.flatMap((found) => found?.recipientId ?? []));
  const recipient = (recipientId: string) => store.get(refTo(RecipientEntity, { organizationId, recipientId }));
  const found = await Promise.all([...ids].map(recipient));
  return { items: found.filter(isLive) };
}

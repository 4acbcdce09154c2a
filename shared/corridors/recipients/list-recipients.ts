import { cursorAt, positionOf } from '../../contract/cursor.ts';
import { read } from '../../ground/table/expressions.ts';
import { type Page, readPage } from '../../ground/table/page.ts';
import type { Store } from '../../ground/table/store.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { type Recipient, RecipientEntity, RecipientLookupEntity, recipientPartition } from './recipient.ts';

export interface RecipientFilters {
  readonly cursor?: string | undefined;
  readonly limit: number;
  readonly externalId?: string | undefined;
}

/** Lists recipients, newest first; with `externalId` the one that has it. */
export async function listRecipients(
  { store }: Runtime,
  organizationId: string,
  { cursor, limit, externalId }: RecipientFilters,
): Promise<{ recipients: readonly Recipient[]; nextCursor?: string }> {
  const scope = { list: 'recipients', organizationId };
  const after = cursor === undefined ? undefined : positionOf(scope, cursor);
  const page =
    externalId === undefined
      ? await newestFirst(store, organizationId, limit, after)
      : await byExternalId(store, organizationId, externalId);
  return { recipients: page.items, ...(page.next && { nextCursor: cursorAt(scope, page.next) }) };
}

function newestFirst(store: Store, organizationId: string, limit: number, after: string | undefined) {
  const range = { partition: recipientPartition(organizationId), after, newestFirst: true, limit };
  return readPage(store, RecipientEntity, range, ({ recipientId }) => recipientId);
}

async function byExternalId(store: Store, organizationId: string, externalId: string): Promise<Page<Recipient>> {
  const lookup = await store.get(read(RecipientLookupEntity, { organizationId, by: 'externalId', value: externalId }));
  const recipient =
    lookup && (await store.get(read(RecipientEntity, { organizationId, recipientId: lookup.recipientId })));
  return { items: recipient ? [recipient] : [] };
}

import { cursorAt, positionOf } from '../../contract/cursor.ts';
import { readPage } from '../../ground/table/page.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { type Account, accountPartition, CollectionAccountEntity } from './account.ts';
import { type AccountBody, presentAccount } from './present-account.ts';

interface AccountFilters {
  readonly cursor?: string | undefined;
  readonly limit: number;
  readonly status?: readonly Account['status'][] | undefined;
}

/** Lists collection accounts, newest first. */
export async function listAccounts(
  { store }: Pick<Runtime, 'store'>,
  organizationId: string,
  { cursor, limit, status = [] }: AccountFilters,
): Promise<{ data: AccountBody[]; nextCursor?: string }> {
  const scope = { list: 'collection_accounts', organizationId };
  const after = cursor === undefined ? undefined : positionOf(scope, cursor);
  const range = { partition: accountPartition(organizationId), newestFirst: true, limit, after, where: { status } };
  const { items, next } = await readPage(store, CollectionAccountEntity, range, ({ accountId }) => accountId);
  return { data: items.map(presentAccount), ...(next && { nextCursor: cursorAt(scope, next) }) };
}

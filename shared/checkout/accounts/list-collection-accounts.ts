import { type ListPage, walkList } from '../../contract/lists/list-walk.ts';
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
export async function listCollectionAccounts(
  runtime: Pick<Runtime, 'clock' | 'store'>,
  organizationId: string,
  { cursor, limit, status = [] }: AccountFilters,
): Promise<ListPage<AccountBody>> {
  const scope = { list: 'collection_accounts', organizationId };
  const { after, page } = walkList(runtime, scope, cursor);
  const range = { partition: accountPartition(organizationId), newestFirst: true, limit, after, where: { status } };
  const { items, next } = await readPage(runtime.store, CollectionAccountEntity, range, ({ accountId }) => accountId);
  return page(items.map(presentAccount), next);
}

import { type ListPage, walkList } from '../../contract/lists/list-walk.ts';
import { readPage } from '../../ground/table/page.ts';
import { ApiKeyEntity } from '../../identity/api-key.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { KeyListingEntity, keyListingPartition } from './key-ring.ts';
import { type ApiKeyBody, presentApiKey } from './present-api-key.ts';

/** Lists all keys of an organization, newest first, including ended keys. */
export async function listApiKeys(
  runtime: Pick<Runtime, 'clock' | 'store'>,
  organizationId: string,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
): Promise<ListPage<ApiKeyBody>> {
  const { store } = runtime;
  const scope = { list: 'api_keys', organizationId };
  const { after, page } = walkList(runtime, scope, cursor);
  const range = { partition: keyListingPartition(organizationId), after, newestFirst: true, limit };
  const { items, next } = await readPage(store, KeyListingEntity, range, ({ id }) => id);
  const keys = await store.getMany(
    ApiKeyEntity,
    items.map(({ id }) => ({ id })),
  );
  return page(keys.map(presentApiKey), next);
}

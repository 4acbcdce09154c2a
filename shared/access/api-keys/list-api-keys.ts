import { cursorAt, positionOf } from '../../contract/cursor.ts';
import { readPage } from '../../ground/table/page.ts';
import { ApiKeyEntity } from '../../identity/api-key.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { KeyListingEntity, keyListingPartition } from './key-ring.ts';
import { type ApiKeyBody, presentApiKey } from './present-api-key.ts';

/** Lists all keys of an organization, newest first, including keys that have ended. */
export async function listApiKeys(
  { store }: Pick<Runtime, 'store'>,
  organizationId: string,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
): Promise<{ data: ApiKeyBody[]; nextCursor?: string }> {
  const scope = { list: 'api_keys', organizationId };
  const after = cursor === undefined ? undefined : positionOf(scope, cursor);
  const range = { partition: keyListingPartition(organizationId), after, newestFirst: true, limit };
  const { items, next } = await readPage(store, KeyListingEntity, range, ({ id }) => id);
  const keys = await store.getMany(
    ApiKeyEntity,
    items.map(({ id }) => ({ id })),
  );
  return { data: keys.map(presentApiKey), ...(next !== undefined && { nextCursor: cursorAt(scope, next) }) };
}

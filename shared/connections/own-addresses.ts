import { Entity } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { string } from 'dynamodb-toolbox/schema/string';
import { refTo } from '../ground/table/expressions.ts';
import type { Store } from '../ground/table/store.ts';
import { table } from '../ground/table/table.ts';
import { allConnections } from './connection.ts';

/**
 * An address that was given to a payout of any organization. Contracts keep their addresses permanently, so the row
 * stays.
 */
export const GivenAddressEntity = new Entity({
  name: 'givenAddress',
  table,
  timestamps: false,
  schema: item({
    /** In lower case. The address is the same on every chain. */
    address: string().key(),
    payoutId: string(),
  }),
  computeKey: ({ address }: { address: string }) => ({ pk: `GIVEN_ADDRESS#${address}`, sk: 'ADDRESS' }),
});

/**
 * Records that an address is ours, before the commit that gives it to a payout. If the commit fails, nobody else has
 * the address.
 */
export async function noteGivenAddress(store: Pick<Store, 'put'>, address: string, payoutId: string): Promise<void> {
  await store.put(GivenAddressEntity, { address: address.toLowerCase(), payoutId });
}

/**
 * Whether an address belongs to the stage: that of a payout, or one named in the settings or the account of a
 * connection, such as factories, treasuries and vaults. Money sent there for another purpose could not be distinguished
 * from money sent for its own.
 */
export async function isOwnAddress(store: Pick<Store, 'get' | 'range'>, address: string): Promise<boolean> {
  const asked = address.toLowerCase();
  const [given, connected] = await Promise.all([
    store.get(refTo(GivenAddressEntity, { address: asked })),
    connectedAddresses(store),
  ]);
  return given !== undefined || connected.has(asked);
}

const addressInText = /0x[0-9a-f]{40}(?![0-9a-f])/gi;

/** Every address that connections name, in lower case, including disconnected ones. */
export async function connectedAddresses(store: Pick<Store, 'range'>): Promise<ReadonlySet<string>> {
  const texts = (await allConnections(store)).flatMap(({ settings, account }) => [settings, account]);
  return new Set(texts.flatMap((text) => text.toLowerCase().match(addressInText) ?? []));
}

import { Entity } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { read } from '../ground/table/expressions.ts';
import { table } from '../ground/table/table.ts';

/** Which connection reaches an account. It is written with the connection and never changes, so an account has one connection for good. */
export const ConnectedAccountEntity = new Entity({
  name: 'connectedAccount',
  table,
  timestamps: false,
  schema: item({
    provider: string().key(),
    port: string().key(),
    mode: string().key(),
    /** As the provider names it. */
    accountId: string().key(),
    version: number(),
    connectionId: string(),
  }),
  computeKey: ({ provider, port, mode, accountId }: AccountKey) => ({
    pk: `CONNECTED_ACCOUNT#${provider}#${port}#${mode}`,
    sk: accountId,
  }),
});

export interface AccountKey {
  readonly provider: string;
  readonly port: string;
  readonly mode: string;
  readonly accountId: string;
}

export function connectedAccountRead({ provider, port, mode, accountId }: AccountKey) {
  return read(ConnectedAccountEntity, { provider, port, mode, accountId });
}

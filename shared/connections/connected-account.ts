import { Entity } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { refTo } from '../ground/table/expressions.ts';
import { table } from '../ground/table/table.ts';

/**
 * The connection that reaches an account. Written with the connection and never changed, so that an account has one
 * connection permanently.
 */
export const ConnectedAccountEntity = new Entity({
  name: 'connectedAccount',
  table,
  timestamps: false,
  schema: item({
    provider: string().key(),
    port: string().key(),
    mode: string().key(),
    /** The provider's name for the account. */
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

export function connectedAccountRef({ provider, port, mode, accountId }: AccountKey) {
  return refTo(ConnectedAccountEntity, { provider, port, mode, accountId });
}

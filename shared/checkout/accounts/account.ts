import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { boolean } from 'dynamodb-toolbox/schema/boolean';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { initiatorMap } from '../../approvals/approval.ts';
import { refTo } from '../../ground/table/expressions.ts';
import { oneOf, stateOf } from '../../ground/table/known-values.ts';
import { table } from '../../ground/table/table.ts';
import { accountKinds } from '../methods/methods.ts';

/** `pending` accounts wait for approval. `removed` accounts are kept, because payments refer to them. */
export const accountStatuses = ['pending', 'active', 'removed'] as const;

/** A collection account: a bank account or an address that buyers pay into. */
export const CollectionAccountEntity = new Entity({
  name: 'collectionAccount',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    accountId: string().key(),
    version: number(),
    status: stateOf(...accountStatuses),
    kind: oneOf(...accountKinds),
    currency: string(),
    /** What a buyer needs to pay into the account, as JSON text. */
    details: string(),
    createdBy: initiatorMap(),
    /** The approval that the account waits for or waited for. */
    approvalId: string().optional(),
    livemode: boolean(),
    createdAt: string(),
    updatedAt: string(),
  }),
  computeKey: ({ organizationId, accountId }: { organizationId: string; accountId: string }) => ({
    pk: accountPartition(organizationId),
    sk: accountId,
  }),
});

export type Account = FormattedItem<typeof CollectionAccountEntity>;

export function accountPartition(organizationId: string): string {
  return `COLLECTION_ACCOUNT#${organizationId}`;
}

export function accountRef(organizationId: string, accountId: string) {
  return refTo(CollectionAccountEntity, { organizationId, accountId });
}

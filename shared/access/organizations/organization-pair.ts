import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { string } from 'dynamodb-toolbox/schema/string';
import { refTo } from '../../ground/table/expressions.ts';
import { table } from '../../ground/table/table.ts';

/**
 * The live and the sandbox organization that were created under an operator's reference, so that a repeated creation
 * finds them.
 */
export const OrganizationPairEntity = new Entity({
  name: 'organizationPair',
  table,
  timestamps: false,
  schema: item({
    /** Chosen by the operator. */
    reference: string().key(),
    /** SHA-256 hash of the requested values. */
    hash: string(),
    liveId: string(),
    sandboxId: string(),
  }),
  computeKey: ({ reference }: { reference: string }) => ({ pk: `ORG_PAIR#${reference}`, sk: 'ORG_PAIR' }),
});

export type OrganizationPair = FormattedItem<typeof OrganizationPairEntity>;

export function pairRef(reference: string) {
  return refTo(OrganizationPairEntity, { reference });
}

import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { string } from 'dynamodb-toolbox/schema/string';
import { read } from '../../ground/table/expressions.ts';
import { table } from '../../ground/table/table.ts';

/** What was created under an operator's reference, so that a repeated creation finds it. */
export const OrganizationPairEntity = new Entity({
  name: 'organizationPair',
  table,
  timestamps: false,
  schema: item({
    /** The operator's. */
    reference: string().key(),
    /** SHA-256 of what was asked for. */
    hash: string(),
    liveId: string(),
    sandboxId: string(),
  }),
  computeKey: ({ reference }: { reference: string }) => ({ pk: `ORG_PAIR#${reference}`, sk: 'ORG_PAIR' }),
});

export type OrganizationPair = FormattedItem<typeof OrganizationPairEntity>;

export function pairRead(reference: string) {
  return read(OrganizationPairEntity, { reference });
}

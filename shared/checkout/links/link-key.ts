import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { refTo } from '../../ground/table/expressions.ts';
import { table } from '../../ground/table/table.ts';

/**
 * The link created under an idempotency key. The row is written in the link's first commit and kept when the link is
 * deleted. If the acquirer did not answer and the key was freed, a retry finds its draft here, or learns that it was
 * deleted.
 */
export const LinkKeyEntity = new Entity({
  name: 'checkoutLinkKey',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    idempotencyKey: string().key(),
    linkId: string(),
    version: number(),
  }),
  computeKey: ({ organizationId, idempotencyKey }: { organizationId: string; idempotencyKey: string }) => ({
    pk: `CHECKOUT_LINK_KEY#${organizationId}#${idempotencyKey}`,
    sk: 'LINK',
  }),
});

export type LinkKey = FormattedItem<typeof LinkKeyEntity>;

export function linkKeyRef(organizationId: string, idempotencyKey: string) {
  return refTo(LinkKeyEntity, { organizationId, idempotencyKey });
}

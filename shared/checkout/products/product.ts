import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { boolean } from 'dynamodb-toolbox/schema/boolean';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { refTo } from '../../ground/table/expressions.ts';
import { stateOf } from '../../ground/table/known-values.ts';
import { minorUnits, table } from '../../ground/table/table.ts';

/** Existing links of an `archived` product continue to work, but new ones cannot be created. */
export const productStatuses = ['active', 'archived'] as const;

/** A product that links sell at a price. A link copies what it needs, so later changes do not affect it. */
export const ProductEntity = new Entity({
  name: 'product',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    productId: string().key(),
    version: number(),
    status: stateOf(...productStatuses),
    name: string(),
    description: string().optional(),
    currency: string(),
    unitAmount: minorUnits(),
    /** Percentage with at most four decimal places. */
    taxRate: string().optional(),
    taxInclusive: boolean(),
    /** JSON text of an object. */
    metadata: string().optional(),
    livemode: boolean(),
    createdAt: string(),
    updatedAt: string(),
  }),
  computeKey: ({ organizationId, productId }: { organizationId: string; productId: string }) => ({
    pk: productPartition(organizationId),
    sk: productId,
  }),
});

export type Product = FormattedItem<typeof ProductEntity>;

export function productPartition(organizationId: string): string {
  return `PRODUCT#${organizationId}`;
}

export function productRef(organizationId: string, productId: string) {
  return refTo(ProductEntity, { organizationId, productId });
}

import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { refTo } from '../ground/table/expressions.ts';
import { table } from '../ground/table/table.ts';
import { canaryOrganizationId } from '../identity/canary.ts';

/** The configuration of the canary: the API key that its KMS key signs for. Only the operation `canary` writes it. */
export const CanaryEntity = new Entity({
  name: 'canary',
  table,
  timestamps: false,
  schema: item({ organizationId: string().key(), apiKeyId: string() }),
  computeKey: ({ organizationId }: { organizationId: string }) => ({
    pk: canaryPartition(organizationId),
    sk: 'CANARY',
  }),
});

export type Canary = FormattedItem<typeof CanaryEntity>;

/** Records that the webhook of a canary payout arrived and was verified. */
export const CanaryReceiptEntity = new Entity({
  name: 'canaryReceipt',
  table,
  timestamps: false,
  schema: item({ organizationId: string().key(), payoutId: string().key(), ttl: number() }),
  computeKey: ({ organizationId, payoutId }: { organizationId: string; payoutId: string }) => ({
    pk: canaryPartition(organizationId),
    sk: payoutId,
  }),
});

function canaryPartition(organizationId: string): string {
  return `CANARY#${organizationId}`;
}

export const canaryRef = refTo(CanaryEntity, { organizationId: canaryOrganizationId });

export function receiptRef(payoutId: string) {
  return refTo(CanaryReceiptEntity, { organizationId: canaryOrganizationId, payoutId });
}

import { Entity } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { string } from 'dynamodb-toolbox/schema/string';
import { table } from '../../ground/table/table.ts';
import { create, type Write } from '../../ground/table/writes.ts';
import { comparedForm } from '../../ground/text/compared-form.ts';
import type { PayoutLink } from './payout-link.ts';

/**
 * The links with a reference. A row of the link's commit rather than an index, because callers rely on it to decide
 * whether a link was created. References are matched by their compared form.
 */
export const PayoutLinkReferenceEntity = new Entity({
  name: 'payoutLinkReference',
  table,
  timestamps: false,
  schema: item({ organizationId: string().key(), reference: string().key(), payoutLinkId: string().key() }),
  computeKey: ({ organizationId, reference, payoutLinkId }: ReferenceKey) => ({
    pk: linkReferencePartition(organizationId, reference),
    sk: payoutLinkId,
  }),
});

interface ReferenceKey {
  readonly organizationId: string;
  readonly reference: string;
  readonly payoutLinkId: string;
}

/** @param reference in any spelling */
export function linkReferencePartition(organizationId: string, reference: string): string {
  return `PAYOUT_LINK_REFERENCE#${organizationId}#${comparedForm(reference)}`;
}

/** Makes a link findable by its reference. */
export function linkReferenceWrites({ organizationId, payoutLinkId, given: { reference } }: PayoutLink): Write[] {
  if (reference === undefined) return [];
  return [create(PayoutLinkReferenceEntity, { organizationId, reference: comparedForm(reference), payoutLinkId })];
}

import { Entity } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { refTo } from '../../ground/table/expressions.ts';
import { table } from '../../ground/table/table.ts';
import { storedTexts } from '../../ground/text/compared-form.ts';

/**
 * Finds the payment simulated on a link under a reference. The row is written in the commit of that payment. A
 * reference that differs from its normalized form has two rows, because earlier releases look it up as it was sent.
 */
export const SimulatedPaymentEntity = new Entity({
  name: 'checkoutSimulatedPayment',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    linkId: string().key(),
    /** The caller's reference. */
    reference: string().key(),
    paymentId: string(),
    version: number(),
  }),
  computeKey: ({ organizationId, linkId, reference }: SimulatedKey) => ({
    pk: `CHECKOUT_SIMULATED#${organizationId}#${linkId}#${reference}`,
    sk: 'PAYMENT',
  }),
});

interface SimulatedKey {
  organizationId: string;
  linkId: string;
  reference: string;
}

/**
 * Returns the keys that find the payment of a reference: by the reference as it was sent and, if it differs, by its
 * normalized form.
 */
export function simulatedRefs(organizationId: string, linkId: string, reference: string) {
  return storedTexts(reference).map((text) =>
    refTo(SimulatedPaymentEntity, { organizationId, linkId, reference: text }),
  );
}

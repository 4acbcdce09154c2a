import { type Sold, sold, stored } from '../../shared/checkout/refunds/support.ts';
import { settle, type TestOrganization } from '../../support/journey.ts';
import type { Stage } from '../observed.ts';
import type { ErrorRow } from './row.ts';

/** An organization with a payment of 100.00, and calls that refund of it under keys of their own. */
async function seller(stage: Stage, of?: TestOrganization) {
  const sale = await sold(stage.service, { of: of ?? (await stage.service.organization()) });
  const sluice = stage.client(sale.of);
  const refund = (amount?: string, { paymentId }: Pick<Sold, 'paymentId'> = sale) =>
    sluice.refundCheckoutPayment({ paymentId, ...(amount && { amount }) });
  return { of: sale.of, sale, sluice, refund };
}

/** Why a refund is refused, and what is said while nobody knows of it. */
export const refundRows: readonly ErrorRow[] = [
  {
    words: '`REFUND_NOT_ALLOWED` | 400 | payment not `paid` | -',
    async scene(stage) {
      const { of, sale, refund } = await seller(stage);
      await refund();
      const pending = await stored(stage.service, of, { status: 'pending', externalId: 'ch_pending' });
      return { of, calls: [() => refund('1.00', sale), () => refund('1.00', pending)] };
    },
  },
  {
    words: '`REFUND_DISPUTED` | 400 | dispute open | -',
    async scene(stage) {
      const { of, refund } = await seller(stage);
      const openedAt = new Date(stage.service.clock.now).toISOString();
      const disputes = [{ disputeId: 'dp_1', status: 'open' as const, taken: 100_00n, openedAt }];
      const disputed = await stored(stage.service, of, { status: 'paid', externalId: 'ch_disputed', disputes });
      return { of, calls: [() => refund('1.00', disputed)] };
    },
  },
  {
    words: '`REFUND_EXCEEDS_REMAINING` | 400 | more than `amountBase - refundedBase` | -',
    quotes: { 'Endpoints > Refund a payment': '`REFUND_EXCEEDS_REMAINING` (more than `amountBase - refundedBase`)' },
    async scene(stage) {
      const { of, refund } = await seller(stage);
      await refund('40.00');
      return { of, calls: [() => refund('60.01')], instead: () => refund('60.00') };
    },
  },
  {
    words: '`REFUND_IN_PROGRESS` | 409 | one refund at a time | -',
    async scene(stage) {
      const { of, refund } = await seller(stage);
      await stage.refused(refund('1.83'), 'PAYOUT_OUTCOME_UNKNOWN');
      return { of, calls: [() => refund('2.00')], clear: () => settle(stage.service) };
    },
  },
  {
    words: '`REFUND_OUTCOME_UNKNOWN` | 502 | may have gone through; do not resend | -',
    async scene(stage) {
      const { of, sale, sluice, refund } = await seller(stage);
      return {
        of,
        calls: [() => refund('1.82')],
        async check() {
          await settle(stage.service);
          const payment = await sluice.getCheckoutPayment({ paymentId: sale.paymentId });
          if (payment.refundedBase !== 182) throw new Error('it did not go through');
        },
      };
    },
  },
];

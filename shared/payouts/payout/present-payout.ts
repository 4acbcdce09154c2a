import * as z from 'zod';
import { Instant, Livemode } from '../../contract/fields.ts';
import { failureCodes } from '../../ports/failure-codes.ts';
import { presentPrice, priceView } from '../pricing/present-price.ts';
import type { Payout } from './payout.ts';
import { payoutStatuses } from './transitions.ts';

export const PayoutView = z
  .object({
    payoutId: z.string().meta({ description: 'Names the payout in paths.' }),
    status: z
      .enum(payoutStatuses)
      .meta({ description: '`completed` can still become `returned`; `failed`, `returned` and `canceled` are final.' }),
    failureCode: z
      .enum(failureCodes)
      .optional()
      .meta({ description: 'Present when the payout failed or was returned.' }),
    fundsReturned: z
      .boolean()
      .optional()
      .meta({ description: 'Whether the money is back in the balance; read it before changing a ledger.' }),
    requiresFunding: z
      .boolean()
      .meta({ description: 'Whether you have to send the money yourself: see its funding instructions.' }),
    reference: z.string().optional().meta({ description: 'Yours; absent where none was given.' }),
    endUserId: z
      .string()
      .optional()
      .meta({ description: 'On whose behalf it is paid; absent where nobody was named.' }),
    recipientId: z.string().meta({ description: 'Who is paid.' }),
    destinationAccountId: z.string().meta({ description: 'The account that is paid.' }),
    ...priceView,
    purposeOfPayment: z
      .string()
      .optional()
      .meta({ description: 'Id of a payment reason; absent where none was given.' }),
    approvalId: z.string().optional().meta({ description: 'The approval that it came of.' }),
    batchId: z.string().optional().meta({ description: 'The batch that it is a line of.' }),
    livemode: Livemode,
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'Payout', description: 'Money on its way to a recipient.' });

export type PayoutBody = z.infer<typeof PayoutView>;

/** The payout as orders and accept show it (specification, Payout; design, payout). */
export function presentPayout(payout: Payout): PayoutBody {
  return {
    payoutId: payout.payoutId,
    status: payout.status,
    ...(payout.failureCode && { failureCode: payout.failureCode }),
    ...(payout.fundsReturned !== undefined && { fundsReturned: payout.fundsReturned }),
    requiresFunding: payout.requiresFunding,
    ...(payout.reference !== undefined && { reference: payout.reference }),
    ...(payout.endUserId !== undefined && { endUserId: payout.endUserId }),
    recipientId: payout.recipientId,
    destinationAccountId: payout.destinationAccountId,
    ...presentPrice(payout),
    ...(payout.purposeOfPayment !== undefined && { purposeOfPayment: payout.purposeOfPayment }),
    ...(payout.approvalId !== undefined && { approvalId: payout.approvalId }),
    ...(payout.batchId !== undefined && { batchId: payout.batchId }),
    livemode: payout.livemode,
    createdAt: payout.createdAt,
    updatedAt: payout.updatedAt,
  };
}

/**
 * The payout as its events show it: they show a returned payout as `failed` (specification, Payout transitions, row 3).
 */
export function presentPayoutEvent(payout: Payout): PayoutBody {
  const body = presentPayout(payout);
  return payout.status === 'returned' ? { ...body, status: 'failed' } : body;
}

import * as z from 'zod';
import { Instant } from '../../contract/fields.ts';
import { failureCodes } from '../../ports/failure-codes.ts';
import { presentPrice, priceView } from '../pricing/present-price.ts';
import type { Payout } from './payout.ts';
import { payoutStatuses } from './transitions.ts';

export const PayoutView = z
  .object({
    payoutId: z.string(),
    status: z.enum(payoutStatuses),
    failureCode: z
      .enum(failureCodes)
      .optional()
      .meta({ description: 'Present when the payout failed or was returned.' }),
    fundsReturned: z
      .boolean()
      .optional()
      .meta({ description: 'Whether the money is back in the balance; read it before changing a ledger.' }),
    requiresFunding: z.boolean(),
    reference: z.string().optional(),
    endUserId: z.string().optional(),
    recipientId: z.string(),
    destinationAccountId: z.string(),
    ...priceView,
    purposeOfPayment: z.string().optional(),
    approvalId: z.string().optional().meta({ description: 'The approval that it came of.' }),
    batchId: z.string().optional().meta({ description: 'The batch that it is a line of.' }),
    livemode: z.boolean(),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'Payout' });

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

import * as z from 'zod';
import { Instant, Livemode } from '../../contract/fields.ts';
import { failureCodes } from '../../ports/failure-codes.ts';
import { presentPrice, priceView } from '../pricing/present-price.ts';
import { FundingView, presentFunding } from './funding.ts';
import { givenView, withGiven } from './given.ts';
import type { Payout } from './payout.ts';
import { shownStatus, shownStatuses } from './transitions.ts';

export const PayoutView = z
  .object({
    payoutId: z.string().meta({ description: 'The id to use in paths.' }),
    status: z
      .enum(shownStatuses)
      .meta({ description: '`completed` can still become `returned`; `failed`, `returned` and `canceled` are final.' }),
    failureCode: z.enum(failureCodes).optional().meta({ description: 'Present if the payout failed or was returned.' }),
    fundsReturned: z
      .boolean()
      .optional()
      .meta({ description: 'Whether the money is back in the balance. Check it before you update your books.' }),
    requiresFunding: z
      .boolean()
      .meta({ description: 'Whether you must send the money yourself. See the funding instructions.' }),
    funding: FundingView.optional().meta({ description: 'Present if `requiresFunding` is true.' }),
    ...givenView,
    recipientId: z.string().meta({ description: 'The recipient who is paid.' }),
    destinationAccountId: z.string().meta({ description: 'The account that receives the money.' }),
    ...priceView,
    approvalId: z.string().optional().meta({ description: 'The approval from which the payout was created.' }),
    payoutLinkId: z.string().optional().meta({ description: 'The payout link whose claim created the payout.' }),
    batchId: z.string().optional().meta({ description: 'The batch that contains the payout.' }),
    livemode: Livemode,
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'Payout', description: 'Money on its way to a recipient.' });

export type PayoutBody = z.infer<typeof PayoutView>;

/** The payout as orders and accept show it (specification, Payout; design, payout). */
export function presentPayout(payout: Payout): PayoutBody {
  const own = {
    payoutId: payout.payoutId,
    status: shownStatus(payout.status),
    ...(payout.failureCode && { failureCode: payout.failureCode }),
    ...(payout.fundsReturned !== undefined && { fundsReturned: payout.fundsReturned }),
    requiresFunding: payout.requiresFunding,
    ...(payout.funding && { funding: presentFunding(payout.funding) }),
    recipientId: payout.recipientId,
    destinationAccountId: payout.destinationAccountId,
    ...presentPrice(payout),
    ...(payout.approvalId !== undefined && { approvalId: payout.approvalId }),
    ...(payout.payoutLinkId !== undefined && { payoutLinkId: payout.payoutLinkId }),
    ...(payout.batchId !== undefined && { batchId: payout.batchId }),
    livemode: payout.livemode,
    createdAt: payout.createdAt,
    updatedAt: payout.updatedAt,
  };
  return withGiven(own, payout.given);
}

/**
 * The payout as its events show it: they show a returned payout as `failed` (specification, Payout transitions, row 3).
 */
export function presentPayoutEvent(payout: Payout): PayoutBody {
  const body = presentPayout(payout);
  return payout.status === 'returned' ? { ...body, status: 'failed' } : body;
}

import type { Approval } from '../../approvals/approval.ts';
import type { ApprovalKindHandler } from '../../approvals/approval-kind.ts';
import { executeApproval } from '../../approvals/execute-approval.ts';
import { type Recipient, RecipientEntity } from '../../corridors/recipients/recipient.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { formatAmount } from '../../ground/money/money.ts';
import { read } from '../../ground/table/expressions.ts';
import { deriveId } from '../../ground/time/ids.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { refuseOverCaps } from '../caps/consume-caps.ts';
import { refuseDrift } from '../payout/expect-destination.ts';
import { givenOf } from '../payout/payout-request.ts';
import { refuseUnpayable } from '../payout/refuse-unpayable.ts';
import type { RequestedPayout } from '../payout/requested-payout.ts';
import { methodOf, type PricedPayout, pricePayout } from '../pricing/price-payout.ts';
import { debitPayout } from './debit-payout.ts';
import { newPayout } from './new-payout.ts';

export const payoutApprovals: ApprovalKindHandler = { execute: executePayoutApproval };

/**
 * Executes an approved payout at the current price, if that is within `expectDestination` and the hold (design,
 * approval).
 * @throws Error when its rail cannot be asked now; AlteredApproval
 */
function executePayoutApproval(runtime: Runtime<'prices'>, approval: Approval): Promise<void> {
  const { organizationId, approvalId } = approval;
  const { recipientId, ...request } = JSON.parse(approval.content) as RequestedPayout;
  const payoutId = payoutIdOf(approval);
  const { destinationAccountId } = request;
  const requested = { payoutId, destinationAccountId, given: givenOf(request) };
  const payoutFor = (recipient: Recipient | undefined, priced: PricedPayout) => ({
    ...newPayout(requested, methodOf(recipient, request).recipient, priced),
    approvalId,
    asked: approval.asked,
  });
  return executeApproval(runtime, approval, {
    reads: { recipient: read(RecipientEntity, { organizationId, recipientId }) },
    ask: async ({ organization, recipient }) => {
      const { method } = methodOf(recipient, request);
      return pricePayout(runtime, organization, method, request);
    },
    refuse: ({ organization, recipient }, draft, priced) => {
      refuseUnpayable(organization, methodOf(recipient, request).recipient);
      refuseDrift(request.expectDestination, priced);
      refuseAboveHold(approval, priced);
      refuseOverCaps(draft, organization, payoutFor(recipient, priced));
    },
    became: { payoutId },
    apply: ({ organization, recipient }, draft, priced, executedIn) => {
      debitPayout(draft, organization, payoutFor(recipient, priced), [executedIn]);
    },
  });
}

/**
 * The id of the payout that an approval creates, the same on every attempt. Its time is when the approval had its votes,
 * so that orders list the payout where it was made; its random part is the approval's.
 * @param approval that is approved and not yet executed
 */
function payoutIdOf({ approvalId, updatedAt }: Approval): string {
  return deriveId('po', Date.parse(updatedAt), approvalId);
}

/** People voted on an amount. If the current price would debit more, another approval is needed. */
function refuseAboveHold({ hold }: Approval, { sourceAmount, sourceCurrency }: PricedPayout): void {
  if (hold?.currency === sourceCurrency && sourceAmount <= hold.amount) return;
  const debit = `${formatAmount(sourceAmount, sourceCurrency)} ${sourceCurrency}`;
  throw new ServiceError('RATE_DRIFT_EXCEEDED', `${debit} would be debited, more than was approved`);
}

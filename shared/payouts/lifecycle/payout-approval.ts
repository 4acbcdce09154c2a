import type { Approval } from '../../approvals/approval.ts';
import type { ApprovalKindHandler } from '../../approvals/approval-kind.ts';
import { executeApproval } from '../../approvals/execute-approval.ts';
import { type Recipient, RecipientEntity } from '../../corridors/recipients/recipient.ts';
import { refuseWallet } from '../../corridors/recipients/refuse-wallet.ts';
import { ableToPay } from '../../corridors/recipients/served-vaults.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { formatAmount, parseAmount } from '../../ground/money/money.ts';
import { refTo } from '../../ground/table/expressions.ts';
import { deriveId } from '../../ground/time/ids.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { refuseOverCaps } from '../caps/consume-caps.ts';
import { type PlannedPayout, planFunding } from '../funding/funding-plan.ts';
import { refuseTooManyOpen } from '../funding/open-payouts.ts';
import { refuseDrift } from '../payout/expect-destination.ts';
import { givenOf } from '../payout/payout-request.ts';
import { refuseUnpayable } from '../payout/refuse-unpayable.ts';
import type { RequestedPayout } from '../payout/requested-payout.ts';
import { methodOf, type PricedPayout, pricePayout } from '../pricing/price-payout.ts';
import { enterPayout } from './enter-payout.ts';
import { newPayout } from './new-payout.ts';

export const payoutApprovals: ApprovalKindHandler = { execute: executePayoutApproval };

/**
 * Executes an approved payout at the current price, if that is within `expectDestination` and the hold (design,
 * approval).
 * @throws Error when its rail cannot be asked now; AlteredApproval
 */
function executePayoutApproval(
  runtime: Runtime<'prices' | 'depositChain' | 'depositRecords'>,
  approval: Approval,
): Promise<void> {
  const { organizationId, approvalId } = approval;
  const { recipientId, sourceAmount: approvedDebit, ...request } = JSON.parse(approval.content) as RequestedPayout;
  const payoutId = payoutIdOf(approval);
  const { destinationAccountId } = request;
  const requested = { payoutId, destinationAccountId, given: givenOf(request) };
  const payoutFor = (recipient: Recipient | undefined, { priced, plan }: PlannedPayout) => ({
    ...newPayout(requested, methodOf(recipient, request).recipient, priced),
    plan,
    approvalId,
    asked: approval.asked,
  });
  return executeApproval(runtime, approval, {
    reads: { recipient: refTo(RecipientEntity, { organizationId, recipientId }) },
    ask: async ({ recipient, ...found }) => {
      const { method } = methodOf(recipient, request);
      const organization = await ableToPay(runtime.store, found.organization, [recipient]);
      refuseWallet(organization, method, []);
      const priced = await pricePayout(runtime, organization, method, request);
      return { priced, plan: await planFunding(runtime, { organizationId, payoutId }, priced, request) };
    },
    refuse: ({ organization, recipient }, draft, asks) => {
      const found = methodOf(recipient, request);
      refuseUnpayable(organization, found.recipient);
      refuseWallet(organization, found.method, []);
      refuseDrift(request.expectDestination, asks.priced);
      refuseAboveApproved(approval, approvedDebit, asks.priced);
      refuseOverCaps(draft, organization, payoutFor(recipient, asks));
      if (asks.plan) refuseTooManyOpen(draft);
    },
    became: { payoutId },
    apply: ({ organization, recipient }, draft, asks, executedIn) => {
      enterPayout(draft, organization, payoutFor(recipient, asks), [executedIn]);
    },
  });
}

/**
 * The id of the payout that an approval creates, the same on every attempt. Its time is when the approval had its
 * votes, so that orders list the payout at the time it was created; its random part comes from the approval.
 * @param approval that is approved and not yet executed
 */
function payoutIdOf({ approvalId, updatedAt }: Approval): string {
  return deriveId('po', Date.parse(updatedAt), approvalId);
}

/**
 * People voted on an amount. If the current price would debit more, another approval is needed.
 * @param approvedDebit for a payout that the organization funds itself, for which nothing is held
 */
function refuseAboveApproved(
  { hold }: Approval,
  approvedDebit: string | undefined,
  { sourceAmount, sourceCurrency, selfFunding }: PricedPayout,
): void {
  const approved = selfFunding ? parseAmount(approvedDebit ?? '', sourceCurrency) : holdIn(hold, sourceCurrency);
  if (approved !== undefined && sourceAmount <= approved) return;
  const debit = `${formatAmount(sourceAmount, sourceCurrency)} ${sourceCurrency}`;
  throw new ServiceError('RATE_DRIFT_EXCEEDED', `the payout would take ${debit}, more than was approved`);
}

function holdIn(hold: Approval['hold'], currency: string): bigint | undefined {
  return hold?.currency === currency ? hold.amount : undefined;
}

import { ServiceError } from '../../ground/errors/service-error.ts';
import type { Organization } from '../../identity/organization.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import { dayCountNow } from './consume-caps.ts';
import type { CappedPayout } from './refuse-over-limits.ts';

type Policy = Pick<Organization, 'approvals'>;
type Drafted = Pick<JournalDraft, 'head' | 'now'>;
type Debit = Pick<CappedPayout, 'sourceAmount'>;

/**
 * Whether a payout waits for approval: its debit, fee included, is above the threshold, or it takes what is sent
 * without a vote on its UTC day above the daily threshold. An amount equal to a threshold is not above it.
 */
export function needsApproval(draft: Drafted, { approvals }: Policy, { sourceAmount }: Debit): boolean {
  const { unapproved } = dayCountNow(draft);
  return isAbove(approvals?.threshold, sourceAmount) || isAbove(approvals?.dailyThreshold, unapproved + sourceAmount);
}

function isAbove(threshold: bigint | undefined, amount: bigint): boolean {
  return threshold !== undefined && amount > threshold;
}

/** Whether a single payout is above the threshold, whatever else was sent on its day. */
export function isAboveThreshold({ approvals }: Policy, { sourceAmount }: Debit): boolean {
  return isAbove(approvals?.threshold, sourceAmount);
}

/**
 * The last check before a payout is created, however it was requested: above a threshold it must have an approval. The
 * payout of a link was counted by the daily threshold when the link was created.
 * @throws ServiceError USE_POST_PAYOUTS
 */
export function requireApproval(draft: Drafted, policy: Policy, payout: Debit & CreatedBy): void {
  const { approvalId, payoutLinkId } = payout;
  if (approvalId !== undefined) return;
  const isNeeded = payoutLinkId === undefined ? needsApproval(draft, policy, payout) : isAboveThreshold(policy, payout);
  if (isNeeded) throw new ServiceError('USE_POST_PAYOUTS', 'the payout is above an approval threshold');
}

interface CreatedBy {
  readonly approvalId?: string | undefined;
  readonly payoutLinkId?: string | undefined;
}

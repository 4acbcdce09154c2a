import { ServiceError } from '../errors/service-error.ts';
import type { Organization } from '../organizations/organization.ts';
import type { CappedPayout } from './refuse-over-limits.ts';

type Policy = Pick<Organization, 'approvals'>;

/** Whether a payout waits for approvers: what it debits, fee included, is above the threshold; the threshold itself is not. */
export function needsApproval({ approvals }: Policy, { sourceAmount }: Pick<CappedPayout, 'sourceAmount'>): boolean {
  return approvals?.threshold !== undefined && sourceAmount > approvals.threshold;
}

/**
 * The last gate: whatever way a payout took, above the threshold it has an approval.
 * @throws ServiceError USE_POST_PAYOUTS
 */
export function requireApproval(
  policy: Policy,
  payout: Pick<CappedPayout, 'sourceAmount'> & { readonly approvalId?: string | undefined },
): void {
  if (payout.approvalId !== undefined || !needsApproval(policy, payout)) return;
  throw new ServiceError('USE_POST_PAYOUTS', 'the amount is above the approval threshold');
}

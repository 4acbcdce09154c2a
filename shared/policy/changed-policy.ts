import { readAmount } from '../money/read-amount.ts';
import type { Organization } from '../organizations/organization.ts';
import { changedLimits } from './changed-limits.ts';
import type { Policy } from './loosens.ts';
import type { PolicyChange } from './policy-change.ts';

/**
 * The organization with its policy changed.
 * @throws ServiceError VALIDATION_ERROR for an amount with more places than the settlement currency has
 */
export function changedPolicy(organization: Organization, { limits, velocity, approvals }: PolicyChange): Organization {
  const { settlementCurrency } = organization;
  return {
    ...organization,
    ...(limits && { limits: changedLimits(organization.limits, limits, settlementCurrency) }),
    ...(velocity !== undefined && { velocity: velocity ?? undefined }),
    ...(approvals !== undefined && { approvals: approvals ? readApprovals(approvals, settlementCurrency) : undefined }),
  };
}

function readApprovals(
  { threshold, ...rules }: NonNullable<PolicyChange['approvals']>,
  currency: string,
): NonNullable<Policy['approvals']> {
  return { ...rules, ...(threshold !== null && { threshold: readAmount(threshold, currency, 'approvals.threshold') }) };
}

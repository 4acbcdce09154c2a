import { readAmount } from '../../ground/money/read-amount.ts';
import { unknownOf } from '../../ground/table/unknown-attributes.ts';
import type { Organization } from '../../identity/organization.ts';
import { changedLimits } from './changed-limits.ts';
import type { Policy } from './loosens.ts';
import type { PolicyChange } from './policy-change.ts';

/**
 * The organization with its policy changed. A control that is set again keeps the attributes of other releases.
 * @throws ServiceError VALIDATION_ERROR for an amount with more decimal places than the settlement currency has
 */
export function changedPolicy(organization: Organization, { limits, velocity, approvals }: PolicyChange): Organization {
  const { settlementCurrency } = organization;
  return {
    ...organization,
    ...(limits && { limits: changedLimits(organization.limits, limits, settlementCurrency) }),
    ...(velocity !== undefined && {
      velocity: velocity ? { ...unknownOf(organization.velocity), ...velocity } : undefined,
    }),
    ...(approvals !== undefined && {
      approvals: approvals
        ? { ...unknownOf(organization.approvals), ...readApprovals(approvals, settlementCurrency) }
        : undefined,
      votersNamed: true,
    }),
  };
}

function readApprovals(
  { threshold, dailyThreshold = null, quorum, approvers }: NonNullable<PolicyChange['approvals']>,
  currency: string,
): NonNullable<Policy['approvals']> {
  const read = (amount: string | null, name: string) =>
    amount === null ? undefined : readAmount(amount, currency, `approvals.${name}`);
  return {
    threshold: read(threshold, 'threshold'),
    dailyThreshold: read(dailyThreshold, 'dailyThreshold'),
    quorum,
    approvers,
  };
}

import { ServiceError } from '../../../ground/errors/service-error.ts';
import type { Organization } from '../../../identity/organization.ts';

/** @throws ServiceError MASS_PAYOUTS_DISABLED (specification, Create a payout batch) */
export function requireMassPayouts({ features }: Pick<Organization, 'features'>): void {
  if (features?.includes('mass_payouts')) return;
  throw new ServiceError('MASS_PAYOUTS_DISABLED', 'batches are off for this organization');
}

/**
 * Whether a batch waits for approvers. It does if a threshold of any kind is set, whatever the amounts of its lines
 * (design, batches).
 */
export function needsBatchApproval({ approvals }: Pick<Organization, 'approvals'>): boolean {
  return approvals?.threshold !== undefined || approvals?.dailyThreshold !== undefined;
}

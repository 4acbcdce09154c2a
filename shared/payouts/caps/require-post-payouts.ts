import { ServiceError } from '../../ground/errors/service-error.ts';
import type { Organization } from '../../identity/organization.ts';
import { velocityCaps } from '../../identity/velocity-caps.ts';

type Controlled = Pick<Organization, 'approvals' | 'velocity' | 'platformVelocity'>;

/**
 * Only `POST payouts` enforces approval thresholds, per payout or per day, and velocity caps. If one of these is set,
 * it is the only way to pay any amount (specification, Accept a quote, 403; design, `USE_POST_PAYOUTS`).
 * @throws ServiceError USE_POST_PAYOUTS
 */
export function requirePostPayouts(organization: Controlled): void {
  const control = enforcedByPostPayouts(organization);
  if (control) throw new ServiceError('USE_POST_PAYOUTS', `the organization has ${control}`);
}

function enforcedByPostPayouts(organization: Controlled): string | undefined {
  const { threshold, dailyThreshold } = organization.approvals ?? {};
  if (threshold !== undefined) return 'an approval threshold';
  if (dailyThreshold !== undefined) return 'a daily approval threshold';
  return velocityCaps(organization).length > 0 ? 'a velocity cap' : undefined;
}

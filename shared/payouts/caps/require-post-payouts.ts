import { ServiceError } from '../../ground/errors/service-error.ts';
import type { Organization } from '../../identity/organization.ts';
import { velocityCaps } from '../../identity/velocity-caps.ts';

type Controlled = Pick<Organization, 'approvals' | 'velocity' | 'platformVelocity'>;

/**
 * Only `POST payouts` enforces an approval threshold, of a payout or of a day, and a velocity cap: where one is set, at any
 * amount, it is the only way to pay (specification, Accept a quote, 403; design, `USE_POST_PAYOUTS`).
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

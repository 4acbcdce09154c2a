import { ServiceError } from '../errors/service-error.ts';
import type { Organization } from '../organizations/organization.ts';
import { velocityCaps } from './velocity-caps.ts';

type Controlled = Pick<Organization, 'approvals' | 'velocity' | 'platformVelocity'>;

/**
 * Only `POST payouts` enforces an approval threshold and a velocity cap: where either is set, at any amount, it is the only
 * way to pay (specification, Accept a quote, 403; design, `USE_POST_PAYOUTS`).
 * @throws ServiceError USE_POST_PAYOUTS
 */
export function requirePostPayouts(organization: Controlled): void {
  const hasThreshold = organization.approvals?.threshold !== undefined;
  const control = hasThreshold ? 'an approval threshold' : velocityCaps(organization).length > 0 && 'a velocity cap';
  if (control) throw new ServiceError('USE_POST_PAYOUTS', `the organization has ${control}`);
}

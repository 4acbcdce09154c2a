import { ServiceError } from '../errors/service-error.ts';
import type { Organization } from '../organizations/organization.ts';

/**
 * Only `POST payouts` enforces an approval threshold and a velocity cap: where either is set, at any amount, it is the only
 * way to pay (specification, Accept a quote, 403; design, `USE_POST_PAYOUTS`).
 * @throws ServiceError USE_POST_PAYOUTS
 */
export function requirePostPayouts({ approvals, velocity }: Pick<Organization, 'approvals' | 'velocity'>): void {
  const control = approvals?.threshold !== undefined ? 'an approval threshold' : velocity && 'a velocity cap';
  if (control) throw new ServiceError('USE_POST_PAYOUTS', `the organization has ${control}`);
}

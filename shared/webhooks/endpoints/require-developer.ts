import { ServiceError } from '../../ground/errors/service-error.ts';
import type { Organization } from '../../identity/organization.ts';
import { refuseSuspended } from '../../identity/refuse-suspended.ts';

/**
 * Whether an organization may use its webhook tools (specification, Errors, DEVELOPER_FEATURE_DISABLED). Also checked
 * inside decisions, because it may have changed since the request started.
 * @throws ServiceError ACCOUNT_BLOCKED, DEVELOPER_FEATURE_DISABLED
 */
export function requireDeveloper(organization: Organization): void {
  refuseSuspended(organization);
  if (organization.features?.includes('developer')) return;
  throw new ServiceError('DEVELOPER_FEATURE_DISABLED', 'webhook endpoint tools are off for this organization');
}

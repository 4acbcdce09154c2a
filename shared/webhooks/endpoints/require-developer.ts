import { ServiceError } from '../../ground/errors/service-error.ts';
import type { Organization } from '../../identity/organization.ts';
import { refuseSuspended } from '../../identity/refuse-suspended.ts';

/**
 * Refuses an organization that may not use webhook tools (specification, Errors, DEVELOPER_FEATURE_DISABLED). Decisions
 * check this too, because it may have changed since the request started.
 * @throws ServiceError ACCOUNT_BLOCKED, DEVELOPER_FEATURE_DISABLED
 */
export function requireDeveloper(organization: Organization): void {
  refuseSuspended(organization);
  if (organization.features?.includes('developer')) return;
  throw new ServiceError('DEVELOPER_FEATURE_DISABLED', 'webhook endpoint tools are off for this organization');
}

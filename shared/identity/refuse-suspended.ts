import { ServiceError } from '../ground/errors/service-error.ts';
import { refuseUnknown } from '../ground/table/known-values.ts';
import { type Organization, OrganizationEntity } from './organization.ts';

/**
 * Checked when a request is authorized, and again inside decisions, because the status may have changed since.
 * @throws UnknownValue for a status or a mode that this release does not know, because nobody can say what it allows
 * @throws ServiceError ACCOUNT_BLOCKED
 */
export function refuseSuspended(organization: Organization): void {
  refuseUnknown(OrganizationEntity, organization);
  if (organization.status === 'suspended') throw new ServiceError('ACCOUNT_BLOCKED', 'the organization is suspended');
}

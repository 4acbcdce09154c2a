import { ServiceError } from '../ground/errors/service-error.ts';
import type { Organization } from './organization.ts';

/**
 * @throws ServiceError ACCOUNT_BLOCKED. Checked when a request is authorized, and again inside decisions, because the
 *   status may have changed since.
 */
export function refuseSuspended({ status }: Organization): void {
  if (status === 'suspended') throw new ServiceError('ACCOUNT_BLOCKED', 'the organization is suspended');
}

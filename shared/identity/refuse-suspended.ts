import { ServiceError } from '../ground/errors/service-error.ts';
import type { Organization } from './organization.ts';

/** @throws ServiceError ACCOUNT_BLOCKED; checked at the door, and inside decisions because it may have changed since */
export function refuseSuspended({ status }: Organization): void {
  if (status === 'suspended') throw new ServiceError('ACCOUNT_BLOCKED', 'the organization is suspended');
}

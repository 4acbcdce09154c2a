import { ServiceError } from './service-error.ts';

/** One answer to everybody who does not belong, whether the organization exists or not. */
export function noAccess(): ServiceError {
  return new ServiceError('FORBIDDEN', 'the caller has no access to this organization');
}

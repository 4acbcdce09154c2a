import { ServiceError } from './service-error.ts';

/** Every caller without access gets this one error, whether or not the organization exists. */
export function noAccess(): ServiceError {
  return new ServiceError('FORBIDDEN', 'the caller has no access to this organization');
}

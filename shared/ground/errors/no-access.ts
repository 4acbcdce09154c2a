import { ServiceError } from './service-error.ts';

/**
 * Every caller without access gets this one error, whether or not the organization exists.
 * @param organizationId as the path names it; an alias is told by its form alone
 */
export function noAccess(organizationId = ''): ServiceError {
  return new ServiceError('FORBIDDEN', 'the caller has no access to this organization', {
    resolution: organizationId.startsWith('org_')
      ? 'Put the id of the organization into the path as it is: it has no prefix org_.'
      : 'Check the id of the organization in the path: a key works for its own organization only, a test key for one of the sandbox and a live key for a live one.',
  });
}

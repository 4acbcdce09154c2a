import { ServiceError } from './service-error.ts';

/**
 * The single error for every caller without access, whether or not the organization exists.
 * @param organizationId from the path; an alias is recognized by its form alone
 */
export function noAccess(organizationId = ''): ServiceError {
  return new ServiceError('FORBIDDEN', 'the caller has no access to this organization', {
    resolution: organizationId.startsWith('org_')
      ? 'Use the organization id in the path without the prefix org_.'
      : 'Check the organization id in the path. A key works only for its own organization: a test key for a sandbox organization, a live key for a live one.',
  });
}

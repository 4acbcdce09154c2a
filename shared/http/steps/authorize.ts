import type { ApiKey } from '../../api-keys/api-key.ts';
import { ServiceError } from '../../errors/service-error.ts';
import type { Step } from '../step.ts';

/** Whether this key may do this to this organization (specification, Endpoints, common rules 1 and 2). */
export const authorize: Step = ({ key: identified, organization, method }, { endpoint }) => {
  const key = identified as ApiKey;
  // One answer whether the organization exists or not.
  if (organization?.organizationId !== key.organizationId) {
    throw new ServiceError('FORBIDDEN', 'the key has no access to this organization');
  }
  if (organization.status === 'suspended') throw new ServiceError('ACCOUNT_BLOCKED', 'the organization is suspended');
  if (endpoint.sandboxOnly && key.mode === 'live') {
    throw new ServiceError('LIVE_MODE_UNSUPPORTED', 'this route exists in the sandbox only');
  }
  if (endpoint.scope !== 'read' && !key.scopes.includes(endpoint.scope)) {
    throw new ServiceError('INSUFFICIENT_SCOPE', `the key lacks the scope ${endpoint.scope}`);
  }
  if (method !== 'GET' && key.mode === 'live' && !organization.verified) {
    throw new ServiceError('LIVE_KEY_ORG_NOT_APPROVED', 'business verification is not complete');
  }
};

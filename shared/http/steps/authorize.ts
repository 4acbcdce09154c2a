import { isNonMember } from '../../contract/caller.ts';
import type { AnyEndpoint } from '../../contract/endpoint.ts';
import { noAccess } from '../../ground/errors/no-access.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import type { ApiKey } from '../../identity/api-key.ts';
import type { Member } from '../../identity/member.ts';
import type { Organization } from '../../identity/organization.ts';
import { refuseSuspended } from '../../identity/refuse-suspended.ts';
import { may, permissions, sandboxPermissions } from '../../identity/roles.ts';
import type { RequestState } from '../request-state.ts';
import type { Step } from '../step.ts';

/** Checks whether this caller may do this to this organization (specification, Endpoints, common rules 1 and 2). */
export const authorize: Step = ({ caller, organization, parameters }, { endpoint }) => {
  // The endpoint itself checks the invitation, and reveals no more to a non-member than this step would.
  if (endpoint.permission === 'join' && isNonMember(caller)) return;
  const belongs =
    caller?.kind === 'key' ? caller.key.organizationId === organization?.organizationId : caller?.member !== undefined;
  if (!organization || !belongs) throw noAccess(parameters.orgId ?? parameters.organizationId);
  refuseSuspended(organization);
  if (endpoint.sandboxOnly && organization.mode === 'live') {
    throw new ServiceError('LIVE_MODE_UNSUPPORTED', 'this route exists in the sandbox only');
  }
  if (caller?.kind === 'key') authorizeKey(caller.key, organization, endpoint);
  else if (caller?.member) authorizeMember(caller.member, endpoint, parameters, organization);
};

function authorizeMember(
  { userId, role }: Member,
  { permission, ownParameter, method, verification }: AnyEndpoint,
  parameters: RequestState['parameters'],
  { mode, verified }: Organization,
): void {
  const isOwn = ownParameter !== undefined && parameters[ownParameter] === userId;
  const mayCall = permission !== undefined && (permission === 'join' || may(role, permission));
  if (!isOwn && !mayCall) throw roleMayNot(role, permission);
  if (mode === 'live' && sandboxPermissions.some((one) => one === permission)) {
    throw new ServiceError('FORBIDDEN', 'sessions cannot send money in a live organization', {
      resolution: 'Sign the request with an API key that has the write scope.',
    });
  }
  if (verification === 'all-callers' && method !== 'GET' && mode !== 'sandbox' && !verified) {
    throw new ServiceError('FORBIDDEN', 'business verification is not complete');
  }
}

function roleMayNot(role: string, permission: AnyEndpoint['permission']): ServiceError {
  const able = permission === undefined || permission === 'join' ? [] : permissions[permission];
  return new ServiceError('FORBIDDEN', `the role ${role} is not allowed to do this`, {
    ...(able.length > 0 && { resolution: `Ask a member with one of these roles: ${able.join(', ')}.` }),
  });
}

function authorizeKey(key: ApiKey, organization: Organization, endpoint: AnyEndpoint): void {
  if (endpoint.scope && endpoint.scope !== 'read' && !key.scopes.includes(endpoint.scope)) {
    throw new ServiceError('INSUFFICIENT_SCOPE', `the key lacks the scope ${endpoint.scope}`, {
      resolution: `Issue a key with the scope ${endpoint.scope}. The scopes of an existing key cannot be changed.`,
    });
  }
  const needsVerification = endpoint.method !== 'GET' && endpoint.verification !== 'exempt';
  if (needsVerification && key.mode !== 'sandbox' && !organization.verified) {
    throw new ServiceError('LIVE_KEY_ORG_NOT_APPROVED', 'business verification is not complete');
  }
}

import { ServiceError } from '../../ground/errors/service-error.ts';
import { refTo } from '../../ground/table/expressions.ts';
import { type ApiKey, apiKeyRef } from '../../identity/api-key.ts';
import { isKeyOfLeaver } from '../../identity/leavers.ts';
import { OrganizationEntity } from '../../identity/organization.ts';
import { notKeyId, unknownKey } from '../advice/credentials.ts';
import { organizationOf } from '../organization-of.ts';
import { header } from '../request-state.ts';
import { covers } from '../source-address.ts';
import type { Step } from '../step.ts';

const KEY_ID = /^akid_(live|test)_[A-Za-z0-9]{1,64}$/;

/**
 * Finds the key named in `X-Api-Key` and the organization that the call is about, in one round trip. Refuses a key that
 * is revoked, expired or used from another address (specification, Authentication, Keys).
 */
export const identifyKey: Step = async (state, context) => {
  const { store } = context.runtime;
  const id = header(state, 'x-api-key') ?? '';
  if (!KEY_ID.test(id)) throw notKeyId(id);
  const organizationId = await organizationOf(state, context);
  const { key, organization } =
    organizationId === undefined
      ? { key: await store.get(apiKeyRef(id)), organization: undefined }
      : await store.getAll({ key: apiKeyRef(id), organization: refTo(OrganizationEntity, { organizationId }) });
  refuseUnusable(key, state.sourceAddress, state.receivedAt);
  if (organization && isKeyOfLeaver(organization, key)) throw unknownKey();
  state.caller = { kind: 'key', key };
  if (organization) state.organization = organization;
};

function refuseUnusable(key: ApiKey | undefined, sourceAddress: string, now: number): asserts key is ApiKey {
  // The time of the revocation is ignored, because the clock that set it may be ahead.
  if (!key || key.revokedAt !== undefined) {
    throw unknownKey();
  }
  if (key.expiresAt <= now) throw new ServiceError('KEY_EXPIRED', 'the API key has expired');
  if (key.allowedIps.length > 0 && !key.allowedIps.some((range) => covers(range, sourceAddress))) {
    throw new ServiceError('KEY_IP_NOT_ALLOWED', `the API key does not allow calls from ${sourceAddress}`, {
      resolution: 'Call from an address that the key allows, or issue a key for this address.',
    });
  }
}

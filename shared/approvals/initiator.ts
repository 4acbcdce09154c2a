import { answerableOfKey } from '../api-keys/answerable.ts';
import { type ApiKey, apiKeyRead } from '../api-keys/api-key.ts';
import { isOfLeaver } from '../api-keys/leavers.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { Caller } from '../http/caller.ts';
import { invitersOf } from '../members/inviters.ts';
import type { Organization } from '../organizations/organization.ts';
import type { Store } from '../table/store.ts';
import type { Approval } from './approval.ts';
import type { Answerable } from './electorate.ts';

/** Who asks for an approval, as it is shown, and whom that keeps from voting on it. */
export interface Initiator extends Answerable {
  readonly shown: Approval['initiator'];
}

/** A key stands for all who ever issued or rotated it. */
export async function initiatorOf(store: Store, caller: Caller): Promise<Initiator> {
  if (caller.kind === 'key') {
    const { prefix, id, issuedBy } = caller.key;
    return { shown: { apiKeyPrefix: prefix, apiKeyId: id, issuedBy }, ...(await answerableOfKey(store, caller.key)) };
  }
  const { person, member } = caller;
  const inviters = member ? await invitersOf(store, member) : [];
  return { shown: { actorUserId: person.userId }, persons: [person.userId], inviters };
}

/** What tells whether the initiator may still ask: the key, where it was one. */
export function initiatorReads({ apiKeyId }: Approval['initiator']) {
  return apiKeyId === undefined ? {} : { initiatorKey: apiKeyRead(apiKeyId) };
}

/** @throws ServiceError UNAUTHORIZED: what a key asked for ends with its revocation, not with its expiry */
export function refuseRevoked(
  { apiKeyId }: Approval['initiator'],
  {
    organization,
    initiatorKey: key,
  }: { readonly organization: Organization; readonly initiatorKey?: ApiKey | undefined },
): void {
  if (apiKeyId === undefined || (key && key.revokedAt === undefined && !isOfLeaver(organization, key))) return;
  throw new ServiceError('UNAUTHORIZED', 'the key that asked for it was revoked');
}

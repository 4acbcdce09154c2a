import { answerableOfKey } from '../../access/api-keys/answerable.ts';
import { invitersOf } from '../../access/team/inviters.ts';
import type { Answerable } from '../../access/voters/electorate.ts';
import type { Caller } from '../../contract/caller.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import type { Store } from '../../ground/table/store.ts';
import { type ApiKey, apiKeyRead } from '../../identity/api-key.ts';
import { isOfLeaver } from '../../identity/leavers.ts';
import type { Organization } from '../../identity/organization.ts';
import type { Approval } from './approval.ts';

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

import { responsiblePersonsOf } from '../../access/api-keys/responsible-persons.ts';
import { invitersOf } from '../../access/team/inviters.ts';
import type { ResponsiblePersons } from '../../access/voters/electorate.ts';
import type { Caller } from '../../contract/caller.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import type { Store } from '../../ground/table/store.ts';
import { type ApiKey, apiKeyRead } from '../../identity/api-key.ts';
import { isKeyOfLeaver } from '../../identity/leavers.ts';
import type { Organization } from '../../identity/organization.ts';
import type { Approval } from './approval.ts';

/** Who asks for an approval: as the API shows them, and with the people whom this may keep from voting. */
export interface Initiator extends ResponsiblePersons {
  readonly shown: Approval['initiator'];
}

/** A request by a key counts as one by everybody who ever issued or rotated the key. */
export async function initiatorOf(store: Store, caller: Caller): Promise<Initiator> {
  const shown = shownInitiator(caller);
  if (caller.kind === 'key') return { shown, ...(await responsiblePersonsOf(store, caller.key)) };
  const { person, member } = caller;
  const inviters = member ? await invitersOf(store, member) : [];
  return { shown, persons: [person.userId], inviters };
}

/** The caller as the API shows who asked. */
export function shownInitiator(caller: Caller): Approval['initiator'] {
  if (caller.kind === 'session') return { actorUserId: caller.person.userId };
  const { prefix, id, issuedBy } = caller.key;
  return { apiKeyPrefix: prefix, apiKeyId: id, issuedBy };
}

/** What a decision reads to know whether the initiator may still ask: the key, if a key asked. */
export function initiatorReads({ apiKeyId }: Approval['initiator']) {
  return apiKeyId === undefined ? {} : { initiatorKey: apiKeyRead(apiKeyId) };
}

/**
 * Refuses what a key asked for once the key is revoked, or a person who answers for it was removed. An expired key is
 * not refused.
 * @throws ServiceError UNAUTHORIZED
 */
export function refuseRevoked(
  { apiKeyId }: Approval['initiator'],
  {
    organization,
    initiatorKey: key,
  }: { readonly organization: Organization; readonly initiatorKey?: ApiKey | undefined },
): void {
  if (apiKeyId === undefined || (key && key.revokedAt === undefined && !isKeyOfLeaver(organization, key))) return;
  throw new ServiceError('UNAUTHORIZED', 'the key that asked for it was revoked');
}

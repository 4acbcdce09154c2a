import { responsiblePersonsOf } from '../access/api-keys/responsible-persons.ts';
import { invitersOf } from '../access/team/inviters.ts';
import type { ResponsiblePersons } from '../access/voters/electorate.ts';
import type { Caller } from '../contract/caller.ts';
import { ServiceError } from '../ground/errors/service-error.ts';
import { UnknownValue } from '../ground/table/known-values.ts';
import type { ItemRefs, Store } from '../ground/table/store.ts';
import { type ApiKey, apiKeyRef } from '../identity/api-key.ts';
import { isKeyOfLeaver } from '../identity/leavers.ts';
import { type Member, MemberEntity, memberRef } from '../identity/member.ts';
import type { Organization } from '../identity/organization.ts';
import { isKnownRole, may, type Permission } from '../identity/roles.ts';
import type { Approval, ApprovalKind } from './approval.ts';

/** The requester of an approval as the API shows it, with the people whom the request keeps from voting. */
export interface Initiator extends ResponsiblePersons {
  readonly shown: Approval['initiator'];
}

/** A request by a key also counts as a request by everyone who issued or rotated the key. */
export function initiatorOf(store: Store, caller: Caller): Promise<Initiator> {
  const found = caller.kind === 'key' ? { initiatorKey: caller.key } : { initiatorMember: caller.member };
  return initiatorBehind(store, shownInitiator(caller), found);
}

/**
 * The initiator of an earlier request that now makes another one.
 * @param found what was read by `initiatorRefs`
 */
export async function initiatorBehind(
  store: Store,
  shown: Approval['initiator'],
  { initiatorKey, initiatorMember }: Omit<FoundInitiator, 'organization'>,
): Promise<Initiator> {
  if (initiatorKey) return { shown, ...(await responsiblePersonsOf(store, initiatorKey)) };
  const inviters = initiatorMember ? await invitersOf(store, initiatorMember) : [];
  return { shown, persons: shown.actorUserId === undefined ? [] : [shown.actorUserId], inviters };
}

/** The caller, as the API shows the requester. */
export function shownInitiator(caller: Caller): Approval['initiator'] {
  if (caller.kind === 'session') return { actorUserId: caller.person.userId };
  const { prefix, id, issuedBy } = caller.key;
  return { apiKeyPrefix: prefix, apiKeyId: id, issuedBy };
}

/**
 * What a decision reads to know whether the initiator may still make the request: the key or the member. Resets are
 * requested by operators and do not end with their access.
 */
export function initiatorRefs({
  organizationId,
  initiator: { apiKeyId, actorUserId },
  reset,
}: Pick<Approval, 'organizationId' | 'initiator' | 'reset'>): ItemRefs {
  if (reset) return {};
  if (apiKeyId !== undefined) return { initiatorKey: apiKeyRef(apiKeyId) };
  return actorUserId === undefined ? {} : { initiatorMember: memberRef(organizationId, actorUserId) };
}

/** The parts of a request that decide whether it ends with the requester's access. */
type Request = Pick<Approval, 'initiator' | 'organizationVersion' | 'createdAt' | 'reset'> & {
  readonly kind?: ApprovalKind;
};

interface FoundInitiator {
  readonly organization: Organization;
  readonly initiatorKey?: ApiKey | undefined;
  readonly initiatorMember?: Member | undefined;
}

/**
 * Refuses the request of a key that was revoked, or for which a removed person is responsible. An expired key is not
 * refused. Refuses the request of a person who was removed or has lost the permission.
 * @param found what was read by `initiatorRefs`
 * @throws ServiceError UNAUTHORIZED
 */
export function refuseInitiator(
  approval: Request,
  { organization, initiatorKey: key, initiatorMember: member }: FoundInitiator,
): void {
  const { apiKeyId, actorUserId } = approval.initiator;
  if (approval.reset) return;
  if (apiKeyId !== undefined && (!key || key.revokedAt !== undefined || isKeyOfLeaver(organization, key))) {
    throw new ServiceError('UNAUTHORIZED', 'the key that requested it was revoked');
  }
  if (actorUserId !== undefined && !mayStillAsk(approval, member)) {
    throw new ServiceError('UNAUTHORIZED', 'the person who requested it was removed, or may no longer request it');
  }
}

/**
 * The permission that a person needs for a request, by kind. It is the permission of the endpoint. Only keys can
 * request payouts.
 */
export const askingPermissions: { readonly [Kind in ApprovalKind]?: Permission } = {
  batch: 'batches.confirm',
  policy: 'policy.change',
  collection_account: 'checkout.accounts',
  payout_link: 'payouts.send',
  payout_link_claim: 'payouts.send',
};

/**
 * Whether the requester is still in the same membership and still has the permission.
 * @param member the person's current membership
 * @throws UnknownValue for a role that only a later release knows
 */
export function mayStillAsk(approval: Omit<Request, 'initiator'>, member: Member | undefined): boolean {
  if (!member || !isSameMembership(approval, member)) return false;
  if (!isKnownRole(member.role)) throw new UnknownValue(MemberEntity, 'role');
  const permission = approval.kind && askingPermissions[approval.kind];
  return permission === undefined || may(member.role, permission);
}

/** A removal changes the organization, so a person who rejoins joins a later version of it. */
function isSameMembership({ organizationVersion, createdAt }: Omit<Request, 'initiator'>, member: Member): boolean {
  const { joinedVersion } = member;
  if (organizationVersion === undefined || joinedVersion === undefined) return member.createdAt <= createdAt;
  return joinedVersion <= organizationVersion;
}

import { ServiceError } from '../../ground/errors/service-error.ts';
import { removeAt } from '../../ground/table/writes.ts';
import { apiKeyRef } from '../../identity/api-key.ts';
import { withLeaver } from '../../identity/leavers.ts';
import type { LinkDisposition } from '../../identity/link-disposition.ts';
import { type Member, memberRef } from '../../identity/member.ts';
import type { Organization } from '../../identity/organization.ts';
import type { Outcome } from '../../journal/commit/commit.ts';
import { decideAndCommit, replyOf } from '../../journal/commit/decide.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import { auditing, type Execution } from '../../journal/commit/execution.ts';
import { replaceWork } from '../../journal/due/due-work.ts';
import type { KeyDisposition } from '../../journal/rows/audit-event.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { endKeys, keysPerCommit } from '../api-keys/end-keys.ts';
import type { UsableKey } from '../api-keys/key-lineage.ts';
import { type KeyFacts, type KeyRing, keyRingRef, rowsOfKeys } from '../api-keys/key-ring.ts';
import { keysOfPerson, readKeysOfPerson } from '../api-keys/person-keys.ts';
import { leaverWork, revocationDelayMs } from '../api-keys/revocation-work.ts';
import { endMemberAccess } from '../team/end-member-access.ts';
import { formerMemberRef, rememberFormerMember } from '../team/former-member.ts';
import { learnInviters } from '../team/inviters.ts';
import { linkWorkOfMember } from '../team/link-work.ts';
import { ownersAfter, refuseToTouchOwners } from '../team/owners.ts';
import { type MemberBody, presentMember } from '../team/present-member.ts';
import { TeamEntity, teamIn, teamRef } from '../team/team.ts';
import { nameVoters } from '../voters/name-voters.ts';
import { scheduleRecount } from '../voters/recount-work.ts';
import { type MailMaterial, mailMaterial, rememberLostRole, removeVoter } from '../voters/remove-voter.ts';

interface Found {
  readonly organization: Organization;
  readonly member: Member | undefined;
  readonly ring: KeyRing | undefined;
  readonly facts: KeyFacts;
}

interface Removal {
  readonly userId: string;
  /** Required if the member issued or rotated keys that are still usable. */
  readonly keys?: KeyDisposition | undefined;
  /** What happens to the open payout links created by the member and by keys revoked with them. */
  readonly links?: LinkDisposition | undefined;
}

/**
 * Removes a member, or lets a member leave, and revokes or keeps their keys. Unless the payout links are kept, due work
 * cancels the open links of the member and of the revoked keys. Due work also recounts the approvals that the member
 * requested or could vote on.
 * @throws ServiceError NOT_FOUND; FORBIDDEN when only an owner may do this; BAD_REQUEST for the last owner, and when
 * the person's links were kept too often; CONFLICT naming the keys, when the request does not say what happens to them
 */
export async function removeMember(
  runtime: Runtime<'sealing'>,
  known: Organization,
  actor: Member,
  { userId, keys, links }: Removal,
  execution: Execution,
) {
  const { organizationId } = known;
  await nameVoters(runtime, known);
  await learnInviters(runtime.store, organizationId, userId);
  const material = await mailMaterial(runtime);
  const { facts, ids } = await readKeysOfPerson(runtime.store, organizationId, userId);
  const outcome = await decideAndCommit(
    runtime,
    {
      organizationId,
      reads: { member: memberRef(organizationId, userId), ring: keyRingRef(organizationId) },
      lookUps: [
        teamRef(organizationId),
        formerMemberRef(organizationId, userId),
        ...ids.slice(0, keysPerCommit).map(apiKeyRef),
      ],
      decide: (found, draft) => decideMemberRemoval({ ...found, facts }, actor, draft, { material, keys, links }),
    },
    auditing(execution, { keys, links }),
  );
  return replyOf(outcome);
}

export function decideMemberRemoval(
  { organization, member, ring, facts }: Found,
  actor: Pick<Member, 'userId' | 'role'>,
  draft: JournalDraft,
  {
    material,
    keys,
    links,
    keysAreSaidBy = 'keys=revoke or keys=keep',
  }: {
    readonly material: MailMaterial;
    /** How the error tells the caller to choose what happens to the keys. */
    readonly keysAreSaidBy?: string;
  } & Pick<Removal, 'keys' | 'links'>,
): Outcome<{ status: 200; body: MemberBody }> {
  if (!member) throw new ServiceError('NOT_FOUND', 'no such member');
  const { organizationId, userId, role } = member;
  if (userId !== actor.userId) refuseToTouchOwners(actor, role);
  const memberKeys = keysOfPerson(draft, ring, facts, userId);
  if (memberKeys.length > 0 && keys === undefined) throw undecidedKeys(memberKeys, keysAreSaidBy);
  const after: Organization = { ...organization, owners: ownersAfter(organization, role) };
  draft.write(removeAt(memberRef(organizationId, userId), member));
  rememberFormerMember(draft, organization, member, links);
  const team = teamIn(draft);
  draft.change(TeamEntity, { ...team, members: team.members - 1 });
  rememberLostRole(draft, organization, member);
  scheduleRecount(draft, organization);
  if (links !== 'keep') draft.write(replaceWork(linkWorkOfMember(member), draft.now + revocationDelayMs));
  const withoutAccess = removeVoter(draft, endMemberAccess(draft, after, member), member, material);
  const ended =
    keys === 'revoke' ? endMemberKeys(draft, withoutAccess, ring, { userId, keys: memberKeys, links }) : withoutAccess;
  draft.changeOrganization(ended);
  return { reply: { status: 200, body: presentMember(member) }, resourceId: userId };
}

const keysNamed = 10;

function undecidedKeys(keys: readonly UsableKey[], saidBy: string): ServiceError {
  const named = keys.slice(0, keysNamed).map(({ id }) => id);
  const more = keys.length > keysNamed ? ` and ${keys.length - keysNamed} more` : '';
  return new ServiceError(
    'CONFLICT',
    `the member issued or rotated keys that are still usable: ${named.join(', ')}${more}; say what happens to them with ${saidBy}`,
  );
}

interface KeysToEnd {
  readonly userId: string;
  readonly keys: readonly UsableKey[];
  readonly links: LinkDisposition | undefined;
}

/**
 * Authentication refuses all of the member's keys from now on. This commit ends as many rows as it has room for, and a
 * worker ends the rest.
 */
function endMemberKeys(
  draft: JournalDraft,
  organization: Organization,
  ring: KeyRing | undefined,
  { userId, keys, links }: KeysToEnd,
): Organization {
  const ending = rowsOfKeys(draft, keys.slice(0, keysPerCommit));
  const ended = endKeys(draft, organization, ring, { keys: ending, links });
  if (keys.length <= keysPerCommit) return ended;
  draft.write(replaceWork(leaverWork(organization.organizationId, userId), draft.now));
  return withLeaver(ended, { userId, at: draft.now, links });
}

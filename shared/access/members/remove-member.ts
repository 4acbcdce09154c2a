import { ServiceError } from '../../ground/errors/service-error.ts';
import { removeAt } from '../../ground/table/writes.ts';
import { withLeaver } from '../../identity/leavers.ts';
import { type Member, memberRead } from '../../identity/member.ts';
import type { Organization } from '../../identity/organization.ts';
import type { Outcome } from '../../journal/commit/commit.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import { replaceWork } from '../../journal/due/due-work.ts';
import { endKeys, keysPerCommit } from '../api-keys/end-keys.ts';
import type { UsableKey } from '../api-keys/key-line.ts';
import { type KeyFacts, type KeyRing, rowsOfKeys } from '../api-keys/key-ring.ts';
import { keysOfPerson } from '../api-keys/person-keys.ts';
import { leaverWork } from '../api-keys/revocation-work.ts';
import { loseAccess } from '../team/lose-access.ts';
import { ownersAfter, refuseToTouchOwners } from '../team/owners.ts';
import { type MemberBody, presentMember } from '../team/present-member.ts';
import { TeamEntity, teamIn } from '../team/team.ts';
import { loseVote, type MailMaterial, rememberLoss } from '../voters/lose-vote.ts';

/** What is to become of the keys that a member issued or rotated: they may hold the private halves. */
export const keyDispositions = ['revoke', 'keep'] as const;
export type KeyDisposition = (typeof keyDispositions)[number];

interface Found {
  readonly organization: Organization;
  readonly member: Member | undefined;
  readonly ring: KeyRing | undefined;
  readonly facts: KeyFacts;
}

/**
 * Decides that a member leaves, or is removed, with their keys or without.
 * @param keys has to be said where there are any that can be used
 * @throws ServiceError NOT_FOUND; FORBIDDEN when only an owner may; BAD_REQUEST for the last owner; CONFLICT, naming the keys
 */
export function removeMember(
  { organization, member, ring, facts }: Found,
  actor: Pick<Member, 'userId' | 'role'>,
  draft: JournalDraft,
  { means, keys }: { readonly means: MailMaterial; readonly keys?: KeyDisposition | undefined },
): Outcome<{ status: 200; body: MemberBody }> {
  if (!member) throw new ServiceError('NOT_FOUND', 'no such member');
  const { organizationId, userId, role } = member;
  if (userId !== actor.userId) refuseToTouchOwners(actor, role);
  const theirs = keysOfPerson(draft, ring, facts, userId);
  if (theirs.length > 0 && keys === undefined) throw keysLeft(theirs);
  const after: Organization = { ...organization, owners: ownersAfter(organization, role) };
  draft.write(removeAt(memberRead(organizationId, userId), member));
  const team = teamIn(draft);
  draft.change(TeamEntity, { ...team, members: team.members - 1 });
  rememberLoss(draft, organization, member);
  const without = loseVote(draft, loseAccess(draft, after, member), member, means);
  const ended = keys === 'revoke' ? endTheirs(draft, without, ring, { userId, keys: theirs }) : without;
  draft.changeOrganization(ended);
  return { reply: { status: 200, body: presentMember(member) }, resourceId: userId };
}

const keysNamed = 10;

function keysLeft(keys: readonly UsableKey[]): ServiceError {
  const named = keys.slice(0, keysNamed).map(({ id }) => id);
  const more = keys.length > keysNamed ? ` and ${keys.length - keysNamed} more` : '';
  return new ServiceError(
    'CONFLICT',
    `they issued or rotated keys that can be used: ${named.join(', ')}${more}; say keys=revoke or keys=keep`,
  );
}

interface Ending {
  readonly userId: string;
  readonly keys: readonly UsableKey[];
}

/** All are refused at once; the rows of more than a commit has room for are ended by a worker. */
function endTheirs(
  draft: JournalDraft,
  organization: Organization,
  ring: KeyRing | undefined,
  { userId, keys }: Ending,
): Organization {
  const ended = endKeys(draft, organization, ring, rowsOfKeys(draft, keys.slice(0, keysPerCommit)));
  if (keys.length <= keysPerCommit) return ended;
  draft.write(replaceWork(leaverWork(organization.organizationId, userId), draft.now));
  return withLeaver(ended, userId, draft.now);
}

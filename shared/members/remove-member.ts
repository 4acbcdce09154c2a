import { loseVote, type MailMeans, rememberLoss } from '../approvals/lose-vote.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { Outcome } from '../journal/commit.ts';
import type { JournalDraft } from '../journal/draft.ts';
import type { Organization } from '../organizations/organization.ts';
import { removeAt } from '../table/writes.ts';
import { loseAccess } from './lose-access.ts';
import { type Member, memberRead } from './member.ts';
import { ownersAfter, refuseToTouchOwners } from './owners.ts';
import { type MemberBody, presentMember } from './present-member.ts';
import { TeamEntity, teamIn } from './team.ts';

interface Found {
  readonly organization: Organization;
  readonly member: Member | undefined;
}

/**
 * Decides that a member leaves, or is removed.
 * @throws ServiceError NOT_FOUND; FORBIDDEN when only an owner may; BAD_REQUEST for the last owner
 */
export function removeMember(
  { organization, member }: Found,
  actor: Pick<Member, 'userId' | 'role'>,
  draft: JournalDraft,
  means: MailMeans,
): Outcome<{ status: 200; body: MemberBody }> {
  if (!member) throw new ServiceError('NOT_FOUND', 'no such member');
  const { organizationId, userId, role } = member;
  if (userId !== actor.userId) refuseToTouchOwners(actor, role);
  const after: Organization = { ...organization, owners: ownersAfter(organization, role) };
  draft.write(removeAt(memberRead(organizationId, userId), member));
  const team = teamIn(draft);
  draft.change(TeamEntity, { ...team, members: team.members - 1 });
  rememberLoss(draft, organization, member);
  draft.changeOrganization(loseVote(draft, loseAccess(draft, after, member), member, means));
  return { reply: { status: 200, body: presentMember(member) }, resourceId: userId };
}

import { ServiceError } from '../../ground/errors/service-error.ts';
import { replace } from '../../ground/table/writes.ts';
import { type Member, MemberEntity, memberRef } from '../../identity/member.ts';
import type { Organization } from '../../identity/organization.ts';
import { losesPermissions, may, type Role } from '../../identity/roles.ts';
import type { Outcome } from '../../journal/commit/commit.ts';
import { decideAndCommit, replyOf } from '../../journal/commit/decide.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { Execution } from '../../journal/commit/execution.ts';
import { replaceWork } from '../../journal/due/due-work.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { revocationDelayMs } from '../api-keys/revocation-work.ts';
import { endMemberAccess } from '../team/end-member-access.ts';
import { linkWorkOfMember } from '../team/link-work.ts';
import { ownersAfter, refuseToTouchOwners } from '../team/owners.ts';
import { type MemberBody, presentMember } from '../team/present-member.ts';
import { teamRef } from '../team/team.ts';
import { canVote } from '../voters/electorate.ts';
import { nameVoters } from '../voters/name-voters.ts';
import { scheduleRecount } from '../voters/recount-work.ts';
import { type MailMaterial, mailMaterial, rememberLostRole, removeVoter } from '../voters/remove-voter.ts';

interface Found {
  readonly organization: Organization;
  readonly member: Member | undefined;
}

interface RoleChange {
  readonly userId: string;
  readonly role: Role;
}

/**
 * Changes the role of a member. A member who loses permissions also loses the requests and invitations that they
 * started.
 * @throws ServiceError NOT_FOUND, FORBIDDEN, BAD_REQUEST
 */
export async function changeMember(
  runtime: Runtime<'sealing'>,
  known: Organization,
  actor: Member,
  { userId, role }: RoleChange,
  execution: Execution,
) {
  const { organizationId } = known;
  await nameVoters(runtime, known);
  const material = await mailMaterial(runtime);
  const outcome = await decideAndCommit(
    runtime,
    {
      organizationId,
      reads: { member: memberRef(organizationId, userId) },
      lookUps: [teamRef(organizationId)],
      decide: (found, draft) => decideRoleChange(found, actor, role, draft, material),
    },
    execution,
  );
  return replyOf(outcome);
}

export function decideRoleChange(
  { organization, member }: Found,
  actor: Pick<Member, 'userId' | 'role'>,
  role: Role,
  draft: JournalDraft,
  material: MailMaterial,
): Outcome<{ status: 200; body: MemberBody }> {
  if (!member) throw new ServiceError('NOT_FOUND', 'no such member');
  if (member.userId === actor.userId)
    throw new ServiceError('FORBIDDEN', 'members cannot change their own role', {
      resolution: 'Ask another owner or admin.',
    });
  refuseToTouchOwners(actor, member.role, role);
  const changed: Member = { ...member, role, accessVersion: organization.version + 1 };
  draft.write(replace(MemberEntity, changed));
  const after: Organization = { ...organization, owners: ownersAfter(organization, member.role, role) };
  const losesAny = losesPermissions(member.role, role);
  const withAccess = losesAny ? endMemberAccess(draft, after, member) : after;
  if (losesAny) scheduleRecount(draft, organization);
  if (may(member.role, 'payouts.send') && !may(role, 'payouts.send'))
    draft.write(replaceWork(linkWorkOfMember(member), draft.now + revocationDelayMs));
  if (member.role !== role && (member.role === 'owner' || !canVote(changed)))
    rememberLostRole(draft, organization, member);
  draft.changeOrganization(canVote(changed) ? withAccess : removeVoter(draft, withAccess, member, material));
  return { reply: { status: 200, body: presentMember(changed) }, resourceId: member.userId };
}

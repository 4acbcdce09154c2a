import { ServiceError } from '../../ground/errors/service-error.ts';
import { refTo } from '../../ground/table/expressions.ts';
import { UnknownValue } from '../../ground/table/known-values.ts';
import { type Member, memberRef } from '../../identity/member.ts';
import { type Organization, OrganizationEntity } from '../../identity/organization.ts';
import { refuseSuspended } from '../../identity/refuse-suspended.ts';
import { isKnownRole } from '../../identity/roles.ts';
import type { Outcome } from '../../journal/commit/commit.ts';
import { decideAndCommit, replyOf } from '../../journal/commit/decide.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { Execution } from '../../journal/commit/execution.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { addMember } from '../team/add-member.ts';
import { formerMemberRef } from '../team/former-member.ts';
import { invitationOf } from '../team/invitation-token.ts';
import { invitersOfJoiner } from '../team/inviters.ts';
import { type MemberBody, presentMember } from '../team/present-member.ts';
import { TeamEntity, teamIn, teamRef } from '../team/team.ts';
import { nameVoters } from '../voters/name-voters.ts';

interface Found {
  readonly organization: Organization;
  /** The person's membership, if they are already a member. */
  readonly member: Member | undefined;
}

/**
 * Makes the holder of an invitation token a member. A token works once. Without a valid token, the error is the same
 * whether or not the organization exists.
 * @throws ServiceError FORBIDDEN; with a valid token ACCOUNT_BLOCKED, BAD_REQUEST
 */
export async function joinOrganization(
  runtime: Runtime,
  organizationId: string,
  { userId, token }: { readonly userId: string; readonly token: string },
  execution: Execution,
) {
  const known = await runtime.store.get(refTo(OrganizationEntity, { organizationId }));
  if (!known) throw uselessToken();
  await nameVoters(runtime, known);
  const outcome = await decideAndCommit(
    runtime,
    {
      organizationId,
      reads: { member: memberRef(organizationId, userId) },
      lookUps: [teamRef(organizationId), formerMemberRef(organizationId, userId)],
      decide: (found, draft) => decideJoining(found, userId, token, draft),
    },
    execution,
  );
  return replyOf(outcome);
}

export function decideJoining(
  { organization, member }: Found,
  userId: string,
  token: string,
  draft: JournalDraft,
): Outcome<{ status: 201; body: MemberBody }> {
  const team = teamIn(draft);
  const invitation = invitationOf(team.invitations, token);
  if (!invitation) throw uselessToken();
  refuseSuspended(organization);
  if (member) throw new ServiceError('BAD_REQUEST', 'you are already a member');
  if (!isKnownRole(invitation.role)) throw new UnknownValue(TeamEntity, 'role of an invitation');
  draft.change(TeamEntity, { ...team, invitations: team.invitations.filter((open) => open !== invitation) });
  const { email, role, invitedBy } = invitation;
  const inviters = invitersOfJoiner(draft, userId, invitedBy);
  const joined = addMember(draft, organization, { userId, email, role, invitedBy, ...(inviters && { inviters }) });
  return { reply: { status: 201, body: presentMember(joined) }, resourceId: userId };
}

/** The error reveals nothing about the organization, not even whether it exists. */
function uselessToken(): ServiceError {
  return new ServiceError('FORBIDDEN', 'the token does not match an open invitation to this organization', {
    resolution:
      'Copy the token and the organization id from the invitation. A token works once and stops working when it is ' +
      'revoked or expires; then ask for another invitation.',
  });
}

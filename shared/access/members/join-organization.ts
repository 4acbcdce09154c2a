import { noAccess } from '../../ground/errors/no-access.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import type { Member } from '../../identity/member.ts';
import type { Organization } from '../../identity/organization.ts';
import { refuseSuspended } from '../../identity/refuse-suspended.ts';
import type { Outcome } from '../../journal/commit/commit.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import { addMember } from '../team/add-member.ts';
import { invitationOf } from '../team/invitation-token.ts';
import { invitersOfJoiner } from '../team/inviters.ts';
import { type MemberBody, presentMember } from '../team/present-member.ts';
import { TeamEntity, teamIn } from '../team/team.ts';

interface Found {
  readonly organization: Organization;
  /** What the person is to the organization already. */
  readonly member: Member | undefined;
}

/**
 * Decides what a token makes of its bearer: a member, once. Without a good token the answer is what everybody gets who has no
 * access, so that nothing is told of the organization.
 * @throws ServiceError FORBIDDEN; with a good token ACCOUNT_BLOCKED, BAD_REQUEST
 */
export function joinOrganization(
  { organization, member }: Found,
  userId: string,
  token: string,
  draft: JournalDraft,
): Outcome<{ status: 201; body: MemberBody }> {
  const team = teamIn(draft);
  const invitation = invitationOf(team.invitations, token);
  if (!invitation) throw noAccess();
  refuseSuspended(organization);
  if (member) throw new ServiceError('BAD_REQUEST', 'you are a member already');
  draft.change(TeamEntity, { ...team, invitations: team.invitations.filter((open) => open !== invitation) });
  const { email, role, invitedBy } = invitation;
  const inviters = invitersOfJoiner(draft, invitedBy);
  const entered = addMember(draft, organization, { userId, email, role, invitedBy, ...(inviters && { inviters }) });
  return { reply: { status: 201, body: presentMember(entered) }, resourceId: userId };
}

import { ServiceError } from '../../ground/errors/service-error.ts';
import type { Member } from '../../identity/member.ts';
import type { Outcome } from '../../journal/commit/commit.ts';
import { decideAndCommit, replyOf } from '../../journal/commit/decide.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { Execution } from '../../journal/commit/execution.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { refuseToTouchOwners } from '../team/owners.ts';
import { type InvitationBody, presentInvitation } from '../team/present-member.ts';
import { TeamEntity, teamIn, teamRef } from '../team/team.ts';

/**
 * Ends an open invitation.
 * @throws ServiceError NOT_FOUND, also for a used or expired invitation; FORBIDDEN
 */
export async function revokeInvitation(
  runtime: Runtime,
  organizationId: string,
  actor: Member,
  invitationId: string,
  execution: Execution,
) {
  const outcome = await decideAndCommit(
    runtime,
    {
      organizationId,
      reads: {},
      lookUps: [teamRef(organizationId)],
      decide: (_found, draft) => decideInvitationRevocation(actor, invitationId, draft),
    },
    execution,
  );
  return replyOf(outcome);
}

export function decideInvitationRevocation(
  actor: Pick<Member, 'role'>,
  invitationId: string,
  draft: JournalDraft,
): Outcome<{ status: 200; body: InvitationBody }> {
  const team = teamIn(draft);
  const revoked = team.invitations.find((open) => open.invitationId === invitationId);
  if (!revoked) throw new ServiceError('NOT_FOUND', 'no such open invitation');
  refuseToTouchOwners(actor, revoked.role);
  draft.change(TeamEntity, { ...team, invitations: team.invitations.filter((open) => open !== revoked) });
  return { reply: { status: 200, body: presentInvitation(revoked) }, resourceId: invitationId };
}

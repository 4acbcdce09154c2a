import { ServiceError } from '../errors/service-error.ts';
import type { Outcome } from '../journal/commit.ts';
import type { JournalDraft } from '../journal/draft.ts';
import { mailWrites } from '../mail/mail-writes.ts';
import type { Organization } from '../organizations/organization.ts';
import { invitationMail } from './invitation-mail.ts';
import { hashToken } from './invitation-token.ts';
import type { Member } from './member.ts';
import { refuseToTouchOwners } from './owners.ts';
import { type IssuedInvitationBody, presentInvitation } from './present-member.ts';
import type { Role } from './roles.ts';
import { type Invitation, TeamEntity, teamIn } from './team.ts';

export interface InvitationRequest {
  readonly invitationId: string;
  /** The secret that makes its bearer a member. */
  readonly token: string;
  readonly email: string;
  readonly role: Role;
  /** Of the mail that brings the token, and what seals it. */
  readonly mailId: string;
  readonly sealingKey: Buffer;
}

const DAY_MS = 24 * 60 * 60 * 1000;
export const invitationLifetimeMs = 7 * DAY_MS;
/** With the members they fit one answer and one small item. */
export const maxInvitations = 50;

/**
 * Decides an invitation. Its token is in the answer and in the mail to whoever is invited, and nowhere else.
 * @throws ServiceError FORBIDDEN, BAD_REQUEST
 */
export function inviteMember(
  actor: Pick<Member, 'userId' | 'role'>,
  organization: Organization,
  { invitationId, token, email, role, mailId, sealingKey }: InvitationRequest,
  draft: JournalDraft,
): Outcome<{ status: 201; body: IssuedInvitationBody }> {
  refuseToTouchOwners(actor, role);
  const team = teamIn(draft);
  if (team.invitations.some((open) => open.email === email)) {
    throw new ServiceError('BAD_REQUEST', 'this address has an open invitation; revoke it first');
  }
  if (team.invitations.length >= maxInvitations) {
    throw new ServiceError('BAD_REQUEST', `an organization has at most ${maxInvitations} open invitations`);
  }
  const expiresAt = draft.now + invitationLifetimeMs;
  const invited: Invitation = {
    invitationId,
    tokenHash: hashToken(token),
    email,
    role,
    invitedBy: actor.userId,
    expiresAt,
  };
  draft.change(TeamEntity, { ...team, invitations: [...team.invitations, invited] });
  const { organizationId } = organization;
  const mail = { organizationId, mailId, to: [email], ...invitationMail(organization, invited, token) };
  draft.write(...mailWrites(mail, sealingKey, draft.now));
  return { reply: { status: 201, body: { ...presentInvitation(invited), token } }, resourceId: invitationId };
}

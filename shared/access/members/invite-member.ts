import { ServiceError } from '../../ground/errors/service-error.ts';
import { sha256Hex } from '../../ground/signatures/canonical.ts';
import type { SealingKeys } from '../../ground/signatures/seal.ts';
import { canonicalAddress } from '../../identity/email-address.ts';
import { type Member, MemberEntity, memberPartition } from '../../identity/member.ts';
import type { Organization } from '../../identity/organization.ts';
import type { Role } from '../../identity/roles.ts';
import type { Outcome } from '../../journal/commit/commit.ts';
import { decideAndCommit, replyOf } from '../../journal/commit/decide.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { Execution } from '../../journal/commit/execution.ts';
import { mailWrites } from '../../journal/rows/mail-writes.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { maxMembers } from '../team/add-member.ts';
import { hashToken } from '../team/invitation-token.ts';
import { invitersOf } from '../team/inviters.ts';
import { refuseToTouchOwners } from '../team/owners.ts';
import { type IssuedInvitationBody, presentInvitation } from '../team/present-member.ts';
import { type Invitation, invitationLifetimeMs, type Team, TeamEntity, teamIn, teamRef } from '../team/team.ts';
import { invitationMail } from './invitation-mail.ts';

export interface InvitationRequest {
  readonly invitationId: string;
  /** The secret token that makes its holder a member. */
  readonly token: string;
  readonly email: string;
  readonly role: Role;
  /** Id of the mail that carries the token, and the keys that can encrypt the mail. */
  readonly mailId: string;
  readonly sealingKeys: SealingKeys;
  /** The members as they were read before the decision. */
  readonly members: readonly Pick<Member, 'userId' | 'email'>[];
}

/** How often the members are read again because someone joins or leaves at the same time. */
const mostLooks = 5;

const DAY_MS = 24 * 60 * 60 * 1000;
/** Few enough for one small item and, together with the members, for one response. */
export const maxInvitations = 50;
/** The maximum number of open invitations by one member. It keeps a stolen session from using up all invitations. */
export const maxInvitationsOfMember = 10;
/** The daily limits exist because each invitation is a mail to someone who may never have heard of the organization. */
export const maxInvitationsADay = 50;
export const maxInvitationsOfAddressADay = 3;

/**
 * Invites a person. The token of the invitation appears only in the response and in the mail to the invited person.
 * @throws ServiceError FORBIDDEN; BAD_REQUEST; RATE_LIMITED when too many invitations were mailed in a day
 */
export async function inviteMember(
  runtime: Runtime<'sealing'>,
  organizationId: string,
  actor: Member,
  invited: Pick<InvitationRequest, 'email' | 'role'>,
  execution: Execution,
) {
  const { clock, ids, store } = runtime;
  const now = clock();
  // Finds and stores the actor's inviters, because they are copied to the person who joins.
  await invitersOf(store, actor);
  const made = { invitationId: ids.next('inv', now), mailId: ids.next('mail', now), token: ids.secret() };
  for (let looks = 1; ; looks += 1) {
    const [sealingKeys, members] = await Promise.all([
      runtime.secrets.sealingKeys(),
      readMembers(store, organizationId),
    ]);
    const request = { ...invited, ...made, sealingKeys, members };
    const outcome = await decideAndCommit(
      runtime,
      {
        organizationId,
        reads: {},
        lookUps: [teamRef(organizationId)],
        decide: ({ organization }, draft) => {
          const isOutdated = teamIn(draft).members !== members.length;
          return isOutdated && looks < mostLooks ? undefined : decideInvitation(actor, organization, request, draft);
        },
      },
      execution,
    );
    if (outcome) return replyOf(outcome);
  }
}

async function readMembers(store: Runtime['store'], organizationId: string): Promise<readonly Member[]> {
  const partition = memberPartition(organizationId);
  return (await store.range(MemberEntity, { partition, limit: maxMembers })).items;
}

export function decideInvitation(
  actor: Pick<Member, 'userId' | 'role'>,
  organization: Organization,
  { invitationId, token, email, role, mailId, sealingKeys, members }: InvitationRequest,
  draft: JournalDraft,
): Outcome<{ status: 201; body: IssuedInvitationBody }> {
  refuseToTouchOwners(actor, role);
  refuseMember(members, email);
  const team = teamIn(draft);
  if (team.invitations.some((open) => open.email === email)) {
    throw new ServiceError('BAD_REQUEST', 'this address already has an open invitation; revoke it first');
  }
  if (team.invitations.length >= maxInvitations) {
    throw new ServiceError('BAD_REQUEST', `an organization can have at most ${maxInvitations} open invitations`);
  }
  if (team.invitations.filter(({ invitedBy }) => invitedBy === actor.userId).length >= maxInvitationsOfMember) {
    throw new ServiceError(
      'BAD_REQUEST',
      `a member can have at most ${maxInvitationsOfMember} open invitations; revoke one first`,
    );
  }
  const invitedToday = (team.invited ?? []).filter(({ at }) => at > draft.now - DAY_MS);
  const addressHash = hashOfAddress(email);
  const sameAddress = invitedToday.filter((one) => one.addressHash === addressHash);
  refuseBeyond(maxInvitationsOfAddressADay, sameAddress, 'to one address', draft.now);
  refuseBeyond(maxInvitationsADay, invitedToday, 'of one organization', draft.now);
  const expiresAt = draft.now + invitationLifetimeMs;
  const invited: Invitation = {
    invitationId,
    tokenHash: hashToken(token),
    email,
    role,
    invitedBy: actor.userId,
    expiresAt,
  };
  draft.change(TeamEntity, {
    ...team,
    invitations: [...team.invitations, invited],
    invited: [...invitedToday, { addressHash, at: draft.now }],
  });
  const { organizationId } = organization;
  const mail = { organizationId, mailId, to: [email], ...invitationMail(organization, invited, token) };
  draft.write(...mailWrites(mail, sealingKeys, draft.now));
  return { reply: { status: 201, body: { ...presentInvitation(invited), token } }, resourceId: invitationId };
}

/**
 * An address that belongs to a member needs no invitation. Earlier releases stored addresses as they were written.
 * @throws ServiceError BAD_REQUEST
 */
function refuseMember(members: InvitationRequest['members'], email: string): void {
  const member = members.find((one) => (canonicalAddress(one.email) ?? one.email) === email);
  if (!member) return;
  throw new ServiceError('BAD_REQUEST', `a member already has this address: ${member.userId}`, {
    resolution: `To change their permissions, change their role with PATCH …/members/${member.userId}.`,
  });
}

type Mailed = NonNullable<Team['invited']>;

/** @throws ServiceError RATE_LIMITED with the seconds until the oldest invitation is a day old */
function refuseBeyond(most: number, mailed: Mailed, whose: string, now: number): void {
  if (mailed.length < most) return;
  const oldest = Math.min(...mailed.slice(-most).map(({ at }) => at));
  throw new ServiceError('RATE_LIMITED', `at most ${most} invitations ${whose} are emailed within 24 hours`, {
    retryAfterSeconds: Math.max(1, Math.ceil((oldest + DAY_MS - now) / 1000)),
  });
}

/**
 * Returns a short hash, because a team stores many. The part after a plus sign is omitted, because such addresses
 * usually reach the same person.
 */
function hashOfAddress(email: string): string {
  return sha256Hex(email.replace(/\+[^@]*@/, '@')).slice(0, 16);
}

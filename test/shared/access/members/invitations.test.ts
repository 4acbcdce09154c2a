import { describe, expect, test } from 'vitest';
import { decideInvitation, maxInvitations } from '../../../../shared/access/members/invite-member.ts';
import { decideJoining } from '../../../../shared/access/members/join-organization.ts';
import { decideInvitationRevocation } from '../../../../shared/access/members/revoke-invitation.ts';
import { addMember, maxMembers } from '../../../../shared/access/team/add-member.ts';
import { hashToken } from '../../../../shared/access/team/invitation-token.ts';
import type { Team } from '../../../../shared/access/team/team.ts';
import { unseal } from '../../../../shared/ground/signatures/seal.ts';
import { timestamp } from '../../../../shared/ground/time/clock.ts';
import { MemberEntity } from '../../../../shared/identity/member.ts';
import type { Role } from '../../../../shared/identity/roles.ts';
import { roles } from '../../../../shared/identity/roles.ts';
import type { JournalDraft } from '../../../../shared/journal/commit/draft.ts';
import { DueWorkEntity } from '../../../../shared/journal/due/due-work.ts';
import { MailEntity } from '../../../../shared/journal/rows/mail-entity.ts';
import { rowsOf, someTime } from '../../../support/drafts.ts';
import { testKeys } from '../../../support/secrets.ts';
import { draftOfTeam, invitation, memberOf, organizationAfter, organizationWith, teamAfter } from './support.ts';

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
const sealingKeys = testKeys();
const request = {
  invitationId: 'inv_new',
  mailId: 'mail_new',
  token: 'token',
  email: 'bob@example.com',
  role: 'viewer' as Role,
  sealingKeys,
  members: [],
};
const inviteBy = (role: Role, draft: JournalDraft, wanted = request) =>
  decideInvitation(memberOf(role), organizationWith(1), wanted, draft);
const refusal = (type: string) => expect.objectContaining({ type });
const numbered = (count: number) =>
  Array.from({ length: count }, (_, n) =>
    invitation({ invitationId: `inv_${n}`, email: `${n}@example.com`, invitedBy: `member-${n}` }),
  );

describe('an invitation', () => {
  test('keeps the hash of its token and shows the token once, for a week', () => {
    const draft = draftOfTeam();
    const outcome = inviteBy('admin', draft);
    const { invitationId, email, role } = request;
    const shown = { invitationId, email, role, invitedBy: 'admin', expiresAt: timestamp(someTime + WEEK_MS) };
    expect(outcome).toEqual({ reply: { status: 201, body: { ...shown, token: 'token' } }, resourceId: invitationId });
    const kept = { invitationId, email, role, invitedBy: 'admin', expiresAt: someTime + WEEK_MS };
    expect(teamAfter(draft)?.invitations).toEqual([{ ...kept, tokenHash: hashToken('token') }]);
    expect(JSON.stringify(draft.writes)).not.toContain('"token"');
  });

  test('is mailed to its address with all that joining takes, sealed until it is sent', () => {
    const draft = draftOfTeam();
    inviteBy('admin', draft);
    const [mail] = rowsOf(draft, MailEntity);
    expect(mail).toMatchObject({ organizationId: 'org', mailId: 'mail_new', addresses: ['bob@example.com'] });
    expect(mail?.subject).toBe('You are invited to join Example (sandbox)');
    const text = unseal(sealingKeys, 'mail', mail?.sealedText ?? '', 'mail_new');
    expect(text).toContain('join Example (sandbox) as viewer');
    expect(text).toContain(timestamp(someTime + WEEK_MS));
    expect(text).toContain('POST /business/api/v1/organizations/org/members/join\n{"token":"token"}');
    expect(rowsOf(draft, DueWorkEntity)).toMatchObject([{ kind: 'mails', resourceId: 'mail_new', dueAt: someTime }]);
  });

  test.each(roles)('to be an %s comes from an owner, or an admin if it makes no owner', (role) => {
    const invite = (actor: Role) => () => inviteBy(actor, draftOfTeam(), { ...request, role });
    expect(invite('owner')).not.toThrow();
    if (role === 'owner') expect(invite('admin')).toThrow(refusal('FORBIDDEN'));
    else expect(invite('admin')).not.toThrow();
  });

  test('is one of fifty that are open; those that have expired do not count, and go', () => {
    const full = numbered(maxInvitations);
    const invite = (invitations: typeof full) => {
      const draft = draftOfTeam({ invitations });
      inviteBy('owner', draft);
      return teamAfter(draft)?.invitations.length;
    };
    expect(() => invite(full)).toThrow(refusal('BAD_REQUEST'));
    expect(invite(full.slice(1))).toBe(maxInvitations);
    expect(invite(full.map((open, n) => (n === 0 ? { ...open, expiresAt: someTime } : open)))).toBe(maxInvitations);
  });

  test('is one of ten that are open of a member', () => {
    const own = (count: number) => numbered(count).map((open) => ({ ...open, invitedBy: 'owner' }));
    expect(() => inviteBy('owner', draftOfTeam({ invitations: own(10) }))).toThrow(refusal('BAD_REQUEST'));
    expect(() => inviteBy('owner', draftOfTeam({ invitations: own(9) }))).not.toThrow();
    expect(() => inviteBy('admin', draftOfTeam({ invitations: own(10) }))).not.toThrow();
  });

  /** What a team remembers of some invitations, which have all been spent. */
  function afterInvitations(emails: readonly string[]): NonNullable<Team['invited']> {
    return emails.reduce<NonNullable<Team['invited']>>((invited, email) => {
      const draft = draftOfTeam({ invited });
      inviteBy('owner', draft, { ...request, email });
      return teamAfter(draft)?.invited ?? [];
    }, []);
  }

  test.each([
    ['as it is', 'bob@example.com'],
    ['with a tag, which mostly comes to the same person', 'bob+four@example.com'],
  ])('is one of three a day to an address, %s', (_how, email) => {
    const thrice = afterInvitations(['bob@example.com', 'bob+two@example.com', 'bob@example.com']);
    const invite = (invited: typeof thrice, to = email) =>
      inviteBy('owner', draftOfTeam({ invited }), { ...request, email: to });
    expect(() => invite(thrice)).toThrow(
      expect.objectContaining({ type: 'RATE_LIMITED', retryAfterSeconds: 24 * 60 * 60 }),
    );
    expect(() => invite(thrice, 'eve@example.com')).not.toThrow();
    const [first, ...others] = thrice;
    const dayAgo = { addressHash: first?.addressHash ?? '', at: someTime - WEEK_MS / 7 };
    expect(() => invite([dayAgo, ...others])).not.toThrow();
  });

  test('is one of fifty a day of an organization, and no longer remembered than that', () => {
    const fifty = afterInvitations(Array.from({ length: 50 }, (_, n) => `${n}@example.com`));
    expect(() => inviteBy('owner', draftOfTeam({ invited: fifty }))).toThrow(refusal('RATE_LIMITED'));
    const old = fifty.map((one) => ({ ...one, at: someTime - WEEK_MS / 7 }));
    const draft = draftOfTeam({ invited: old });
    inviteBy('owner', draft);
    expect(teamAfter(draft)?.invited).toHaveLength(1);
    expect(JSON.stringify(teamAfter(draft)?.invited)).not.toContain('@');
  });

  test('is the only one of its address while it is open', () => {
    const draft = (expiresAt: number) =>
      draftOfTeam({ invitations: [invitation({ email: request.email, expiresAt })] });
    expect(() => inviteBy('owner', draft(someTime + 1))).toThrow(refusal('BAD_REQUEST'));
    expect(() => inviteBy('owner', draft(someTime))).not.toThrow();
  });

  test('is revoked by whoever may make it', () => {
    const draft = draftOfTeam({ invitations: numbered(2) });
    expect(decideInvitationRevocation(memberOf('admin'), 'inv_1', draft)).toMatchObject({ resourceId: 'inv_1' });
    expect(teamAfter(draft)?.invitations).toMatchObject([{ invitationId: 'inv_0' }]);
    const ownersDraft = () => draftOfTeam({ invitations: [invitation({ role: 'owner' })] });
    expect(() => decideInvitationRevocation(memberOf('admin'), 'inv_1', ownersDraft())).toThrow(refusal('FORBIDDEN'));
    expect(() => decideInvitationRevocation(memberOf('owner'), 'inv_1', ownersDraft())).not.toThrow();
  });

  test.each([
    ['unknown', {}],
    ['expired', { invitationId: 'inv_9', expiresAt: someTime }],
  ])('that is %s cannot be revoked', (_name, fields) => {
    const draft = draftOfTeam({ invitations: [invitation(fields)] });
    expect(() => decideInvitationRevocation(memberOf('owner'), 'inv_9', draft)).toThrow(refusal('NOT_FOUND'));
  });
});

describe('joining', () => {
  const found = { organization: organizationWith(1), member: undefined };

  test.each(roles)('makes a member of the invited role and spends the invitation: %s', (role) => {
    const draft = draftOfTeam({ invitations: [invitation({ token: 'mine', role }), ...numbered(1)] });
    const outcome = decideJoining(found, 'ada', 'mine', draft);
    const entered = { userId: 'ada', role, email: 'ada@example.com', createdAt: draft.timestamp };
    expect(outcome).toEqual({ reply: { status: 201, body: entered }, resourceId: 'ada' });
    expect(rowsOf(draft, MemberEntity)).toMatchObject([{ ...entered, version: 1, accessVersion: 5 }]);
    expect(teamAfter(draft)).toMatchObject({ members: 5, invitations: [{ invitationId: 'inv_0' }] });
    expect(organizationAfter(draft)?.owners).toBe(role === 'owner' ? 2 : undefined);
  });

  test.each([
    ['wrong', invitation({ token: 'other' })],
    ['expired', invitation({ token: 'mine', expiresAt: someTime })],
  ])('with a token that is %s is refused by what it is', (_name, stored) => {
    const draft = draftOfTeam({ invitations: [stored] });
    const join = () => decideJoining(found, 'ada', 'mine', draft);
    expect(join).toThrow('the token does not match an open invitation to this organization');
    expect(join).toThrow(refusal('FORBIDDEN'));
  });

  test('tells of the organization only whoever has a good token', () => {
    const suspended = { ...found, organization: { ...found.organization, status: 'suspended' as const } };
    const member = { ...found, member: memberOf('viewer', 'ada') };
    const draft = () => draftOfTeam({ invitations: [invitation({ token: 'mine' })] });
    expect(() => decideJoining(suspended, 'ada', 'bad', draft())).toThrow(refusal('FORBIDDEN'));
    expect(() => decideJoining(suspended, 'ada', 'mine', draft())).toThrow(refusal('ACCOUNT_BLOCKED'));
    expect(() => decideJoining(member, 'ada', 'mine', draft())).toThrow(refusal('BAD_REQUEST'));
  });

  test('ends at two hundred members', () => {
    const invitations = [invitation({ token: 'mine' })];
    const join = (members: number) => () => decideJoining(found, 'ada', 'mine', draftOfTeam({ members, invitations }));
    expect(join(maxMembers)).toThrow(refusal('BAD_REQUEST'));
    expect(join(maxMembers - 1)).not.toThrow();
  });

  test('several enter in one commit, each counted', () => {
    const draft = draftOfTeam({ members: 0 });
    for (const role of roles) addMember(draft, organizationWith(0), memberOf(role));
    expect(teamAfter(draft)?.members).toBe(4);
    expect(organizationAfter(draft)?.owners).toBe(1);
  });
});

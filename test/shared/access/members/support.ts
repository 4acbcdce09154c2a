import { formerMemberRef } from '../../../../shared/access/team/former-member.ts';
import { hashToken } from '../../../../shared/access/team/invitation-token.ts';
import { type Invitation, type Team, TeamEntity, teamRef } from '../../../../shared/access/team/team.ts';
import { identity, keyOf } from '../../../../shared/ground/table/keys.ts';
import { timestamp } from '../../../../shared/ground/time/clock.ts';
import { type Member, memberRef } from '../../../../shared/identity/member.ts';
import { type Organization, OrganizationEntity } from '../../../../shared/identity/organization.ts';
import { type Role, roles } from '../../../../shared/identity/roles.ts';
import { JournalDraft, type LookUps } from '../../../../shared/journal/commit/draft.ts';
import { newHead } from '../../../../shared/journal/commit/head.ts';
import { rowsOf, someTime } from '../../../support/drafts.ts';

const organizationId = 'org';
/** Whom tests add and remove. Nobody of them was a member before. */
const people = [...roles.flatMap((role) => [role, `other-${role}`]), 'ada'];

export function memberOf(role: Role, userId: string = role): Member {
  const email = `${userId}@example.com`;
  return { organizationId, userId, version: 3, accessVersion: 2, role, email, createdAt: timestamp(someTime) };
}

export function organizationWith(owners: number): Organization {
  return {
    organizationId,
    version: 5,
    name: 'Example',
    mode: 'sandbox',
    status: 'active',
    verified: false,
    settlementCurrency: 'USD',
    owners,
    createdAt: timestamp(someTime),
  };
}

export function invitation(fields: Partial<Invitation> & { readonly token?: string } = {}): Invitation {
  const { token = 'secret', ...rest } = fields;
  return {
    invitationId: 'inv_1',
    tokenHash: hashToken(token),
    email: 'ada@example.com',
    role: 'operator',
    invitedBy: 'owner',
    expiresAt: someTime + 1,
    ...rest,
  };
}

/** A draft on an organization with this team. */
export function draftOfTeam(team: Partial<Team> = {}): JournalDraft {
  const stored: Team = { organizationId, version: 7, members: 4, invitations: [], ...team };
  const inviter: Member = { ...memberOf('owner'), inviters: ['founder'] };
  const found: LookUps = new Map<string, object | undefined>([
    [identity(keyOf(teamRef(organizationId))), stored],
    [identity(keyOf(memberRef(organizationId, inviter.userId))), inviter],
    ...people.map((userId) => [identity(keyOf(formerMemberRef(organizationId, userId))), undefined] as const),
  ]);
  return new JournalDraft(newHead(organizationId, someTime), someTime, { livemode: false }, found);
}

/** The team as a draft would leave it. */
export function teamAfter(draft: JournalDraft): Team | undefined {
  return rowsOf(draft, TeamEntity)[0];
}

export function organizationAfter(draft: JournalDraft): Organization | undefined {
  return rowsOf(draft, OrganizationEntity)[0];
}

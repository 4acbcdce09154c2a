import { describe, expect, test } from 'vitest';
import { decideRoleChange } from '../../../../shared/access/members/change-member.ts';
import { decideMemberRemoval } from '../../../../shared/access/members/remove-member.ts';
import type { ErrorType } from '../../../../shared/ground/errors/catalog.ts';
import { ServiceError } from '../../../../shared/ground/errors/service-error.ts';
import { type Member, MemberEntity } from '../../../../shared/identity/member.ts';
import { losesPermissions, type Role, roles } from '../../../../shared/identity/roles.ts';
import { rowsOf } from '../../../support/drafts.ts';
import { testKeys } from '../../../support/secrets.ts';
import { draftOfTeam, invitation, memberOf, organizationAfter, organizationWith, teamAfter } from './support.ts';

const noKeys = { ring: undefined, facts: new Map() };
const material = { mailId: 'mail_1', sealingKeys: testKeys() };

type Actor = Extract<Role, 'owner' | 'admin'>;
type Verdict = 'done' | ErrorType;

function verdictOf(decide: () => unknown): Verdict {
  try {
    decide();
    return 'done';
  } catch (error) {
    if (error instanceof ServiceError) return error.type;
    throw error;
  }
}

const managers: readonly Actor[] = ['owner', 'admin'];
const other = (role: Role): Member => memberOf(role, `other-${role}`);
const changes = managers.flatMap((actor) => roles.flatMap((from) => roles.map((to) => [actor, from, to] as const)));

describe('a change of role', () => {
  test.each(changes)('by an %s, from %s to %s, touches owners only by an owner', (actor, from, to) => {
    const found = { organization: organizationWith(2), member: other(from) };
    const draft = draftOfTeam();
    const verdict = verdictOf(() => decideRoleChange(found, memberOf(actor), to, draft, material));
    const touchesOwner = from === 'owner' || to === 'owner';
    expect(verdict).toBe(actor === 'owner' || !touchesOwner ? 'done' : 'FORBIDDEN');
    if (verdict !== 'done') return;
    expect(rowsOf(draft, MemberEntity)).toMatchObject([
      { userId: `other-${from}`, role: to, version: 4, accessVersion: 6 },
    ]);
    expect(organizationAfter(draft)?.owners).toBe(2 - Number(from === 'owner') + Number(to === 'owner'));
  });

  test.each(changes)('by an %s, from %s to %s, ends what was begun where it allows less', (actor, from, to) => {
    const member = other(from);
    const made = [invitation({ invitedBy: member.userId }), invitation({ invitationId: 'inv_2', invitedBy: 'owner' })];
    const draft = draftOfTeam({ invitations: made });
    const found = { organization: organizationWith(2), member };
    if (verdictOf(() => decideRoleChange(found, memberOf(actor), to, draft, material)) !== 'done') return;
    const isDemoted = roles.indexOf(to) > roles.indexOf(from);
    expect(losesPermissions(from, to)).toBe(isDemoted);
    const withdrawn = [{ credential: `user:${member.userId}`, version: 6, at: draft.now }];
    expect(organizationAfter(draft)?.withdrawn).toEqual(isDemoted ? withdrawn : undefined);
    const left = teamAfter(draft)?.invitations.map(({ invitationId }) => invitationId);
    expect(left).toEqual(isDemoted ? ['inv_2'] : undefined);
  });

  test.each(managers)('of oneself is FORBIDDEN, also to an %s', (role) => {
    const member = memberOf(role);
    const found = { organization: organizationWith(2), member };
    expect(verdictOf(() => decideRoleChange(found, member, 'viewer', draftOfTeam(), material))).toBe('FORBIDDEN');
  });

  test('of nobody is NOT_FOUND', () => {
    const found = { organization: organizationWith(2), member: undefined };
    expect(verdictOf(() => decideRoleChange(found, memberOf('owner'), 'viewer', draftOfTeam(), material))).toBe(
      'NOT_FOUND',
    );
  });

  test('never leaves an organization without an owner', () => {
    const found = { organization: organizationWith(1), member: other('owner') };
    expect(verdictOf(() => decideRoleChange(found, memberOf('owner'), 'admin', draftOfTeam(), material))).toBe(
      'BAD_REQUEST',
    );
  });
});

describe('a removal', () => {
  test.each(managers.flatMap((actor) => roles.map((role) => [actor, role] as const)))(
    'by an %s of an %s touches owners only by an owner',
    (actor, role) => {
      const found = { organization: organizationWith(2), member: other(role) };
      const verdict = verdictOf(() =>
        decideMemberRemoval({ ...found, ...noKeys }, memberOf(actor), draftOfTeam(), { material }),
      );
      expect(verdict).toBe(actor === 'owner' || role !== 'owner' ? 'done' : 'FORBIDDEN');
    },
  );

  test.each(roles)('of oneself is allowed to an %s', (role) => {
    const member = memberOf(role);
    const draft = draftOfTeam({ invitations: [invitation({ invitedBy: member.userId })] });
    const outcome = decideMemberRemoval({ organization: organizationWith(2), member, ...noKeys }, member, draft, {
      material,
    });
    expect(outcome).toMatchObject({ reply: { status: 200, body: { userId: role, role } }, resourceId: role });
    expect(draft.writes.filter(({ kind }) => kind === 'Delete')).toMatchObject([
      { key: { pk: 'MEMBER#org', sk: role }, input: { ExpressionAttributeValues: { ':version': 3 } } },
    ]);
    expect(organizationAfter(draft)).toMatchObject({
      owners: role === 'owner' ? 1 : 2,
      withdrawn: [{ credential: `user:${role}`, version: 6, at: draft.now }],
    });
    expect(teamAfter(draft)).toMatchObject({ members: 3, invitations: [] });
  });

  test('of the last owner is refused, also by themself', () => {
    const owner = memberOf('owner');
    const found = { organization: organizationWith(1), member: owner };
    expect(verdictOf(() => decideMemberRemoval({ ...found, ...noKeys }, owner, draftOfTeam(), { material }))).toBe(
      'BAD_REQUEST',
    );
    expect(
      verdictOf(() => decideMemberRemoval({ ...found, ...noKeys }, other('owner'), draftOfTeam(), { material })),
    ).toBe('BAD_REQUEST');
  });

  test('of nobody is NOT_FOUND', () => {
    const found = { organization: organizationWith(2), member: undefined };
    expect(
      verdictOf(() => decideMemberRemoval({ ...found, ...noKeys }, memberOf('owner'), draftOfTeam(), { material })),
    ).toBe('NOT_FOUND');
  });
});

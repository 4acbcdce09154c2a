import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Role } from '../../../shared/identity/roles.ts';
import { roles } from '../../../shared/identity/roles.ts';
import { auditRows, expectError } from '../../support/answers.ts';
import { bodyOf, pathOf } from '../../support/journey.ts';
import { TestService, type TestSession } from '../../support/service.ts';
import { change, invite, join, listed, type Members, organizationOfMembers, owners, remove } from './support.ts';

let service: TestService;
let members: Members;
let owner: TestSession;

beforeAll(async () => {
  service = await TestService.start();
});

beforeEach(async () => {
  members = await organizationOfMembers(service);
  owner = members.owner;
});

const member = (role: Role) => service.member(members.organizationId, role);

describe('members', () => {
  test('are listed to every member, the longest here first, with e-mail and role', async () => {
    const everybody = [{ ...owner, role: 'owner' }];
    for (const role of roles) {
      service.clock.advance(1);
      everybody.push({ ...(await member(role)), role });
    }
    const expected = everybody.map(({ userId, role }) => ({
      userId,
      email: `${userId}@example.com`,
      role,
      createdAt: expect.stringMatching(/Z$/),
    }));
    for (const person of everybody) {
      expect(await listed(service, members, person)).toEqual({ data: expected, invitations: [] });
    }
  });

  test('of another organization are not to be seen or touched', async () => {
    const other = await organizationOfMembers(service);
    expectError(await service.get(other.path, owner), 'FORBIDDEN');
    expectError(await remove(service, other, owner, other.owner), 'FORBIDDEN');
    expectError(await remove(service, members, owner, other.owner), 'NOT_FOUND');
    expectError(await change(service, members, owner, other.owner, 'viewer'), 'NOT_FOUND');
    expect((await listed(service, other, other.owner)).data).toHaveLength(1);
  });

  test('cannot be managed with an API key', async () => {
    const { path, organization } = members;
    expectError(await service.get(path, organization), 'UNAUTHORIZED');
    expectError(await service.call('DELETE', `${path}/${owner.userId}`, organization), 'UNAUTHORIZED');
  });
});

describe('a change of role', () => {
  test('holds from the next call on', async () => {
    const operator = await member('operator');
    expectError(await invite(service, { ...members, owner: operator }), 'FORBIDDEN');
    expect(bodyOf(await change(service, members, owner, operator, 'admin'))).toMatchObject({ role: 'admin' });
    bodyOf(await invite(service, { ...members, owner: operator }), 201);
    bodyOf(await change(service, members, owner, operator, 'viewer'));
    expectError(await invite(service, { ...members, owner: operator }), 'FORBIDDEN');
    bodyOf(await service.get(`${pathOf(members.organization)}/balance`, operator));
  });

  test('leaves a demoted owner what an admin may do, at once', async () => {
    const second = await member('owner');
    bodyOf(await change(service, members, owner, second, 'admin'));
    bodyOf(await invite(service, { ...members, owner: second }), 201);
    expect(await owners(service, members, owner)).toEqual({ counted: 1, are: 1 });
  });

  test('to owner is counted, and back', async () => {
    const admin = await member('admin');
    bodyOf(await change(service, members, owner, admin, 'owner'));
    expect(await owners(service, members, owner)).toEqual({ counted: 2, are: 2 });
    bodyOf(await change(service, members, admin, owner, 'viewer'));
    expect(await owners(service, members, owner)).toEqual({ counted: 1, are: 1 });
  });

  test('of oneself is refused, and of owners to anybody but an owner', async () => {
    const admin = await member('admin');
    expectError(await change(service, members, owner, owner, 'admin'), 'FORBIDDEN');
    expectError(await change(service, members, admin, admin, 'owner'), 'FORBIDDEN');
    expectError(await change(service, members, admin, owner, 'viewer'), 'FORBIDDEN');
    expectError(await change(service, members, admin, await member('viewer'), 'owner'), 'FORBIDDEN');
    expect(await owners(service, members, owner)).toEqual({ counted: 1, are: 1 });
  });
});

describe('a removal', () => {
  test('ends access at once, and invitations that were made', async () => {
    const admin = await member('admin');
    const { token } = bodyOf(await invite(service, { ...members, owner: admin }), 201);
    expect(bodyOf(await remove(service, members, owner, admin))).toMatchObject({ userId: admin.userId });
    expectError(await service.get(members.path, admin), 'FORBIDDEN');
    expectError(await join(service, members, admin, token), 'FORBIDDEN');
    expectError(await remove(service, members, owner, admin), 'NOT_FOUND');
    expect(await listed(service, members, owner)).toMatchObject({ data: [{ role: 'owner' }], invitations: [] });
  });

  test('lets somebody come back by another invitation, at once', async () => {
    const viewer = await member('viewer');
    bodyOf(await remove(service, members, owner, viewer));
    const { token } = bodyOf(await invite(service, members), 201);
    bodyOf(await join(service, members, viewer, token), 201);
    expect((await listed(service, members, viewer)).data).toHaveLength(2);
  });

  test.each(roles)('of oneself, an %s, needs no permission', async (role) => {
    const person = await member(role);
    bodyOf(await remove(service, members, person, person));
    expectError(await service.get(members.path, person), 'FORBIDDEN');
    expect(await owners(service, members, owner)).toEqual({ counted: 1, are: 1 });
  });

  test.each(['operator', 'viewer'] as const)('of somebody else is FORBIDDEN to an %s', async (role) => {
    expectError(await remove(service, members, await member(role), await member('viewer')), 'FORBIDDEN');
  });

  test('of an owner is for owners, and never of the last', async () => {
    expectError(await remove(service, members, await member('admin'), owner), 'FORBIDDEN');
    expectError(await remove(service, members, owner, owner), 'BAD_REQUEST');
    const second = await member('owner');
    bodyOf(await remove(service, members, second, owner));
    expectError(await remove(service, members, second, second), 'BAD_REQUEST');
    expect(await owners(service, members, second)).toEqual({ counted: 1, are: 1 });
  });

  test('is audited under who did it, refused or not', async () => {
    const viewer = await member('viewer');
    service.clock.advance(1);
    expectError(await remove(service, members, viewer, owner), 'FORBIDDEN');
    service.clock.advance(1);
    bodyOf(await change(service, members, owner, viewer, 'operator'));
    service.clock.advance(1);
    bodyOf(await remove(service, members, viewer, viewer));
    expect(await auditRows(service, members.organization)).toMatchObject([
      { action: 'member.remove', outcome: 'refused', errorType: 'FORBIDDEN', actorUserId: viewer.userId },
      { action: 'member.change', outcome: 'succeeded', resourceId: viewer.userId, actorUserId: owner.userId },
      { action: 'member.remove', outcome: 'succeeded', resourceId: viewer.userId, actorUserId: viewer.userId },
    ]);
  });
});

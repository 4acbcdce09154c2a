import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newOrganizationId } from '../../../shared/access/organizations/create-organization.ts';
import { hashToken } from '../../../shared/access/team/invitation-token.ts';
import { refTo } from '../../../shared/ground/table/expressions.ts';
import { type Member, MemberEntity, memberRef } from '../../../shared/identity/member.ts';
import { type Organization, OrganizationEntity } from '../../../shared/identity/organization.ts';
import { auditRows, expectError, faultsOf, storedItems } from '../../support/answers.ts';
import { readsHead } from '../../support/faults.ts';
import { bodyOf, pathOf } from '../../support/journey.ts';
import { keptSecrets } from '../../support/secrets.ts';
import { type Answer, TestService, type TestSession } from '../../support/service.ts';
import { invite, join, listed, type Members, organizationOfMembers, remove } from './support.ts';

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

let service: TestService;
let members: Members;

beforeAll(async () => {
  service = await TestService.start();
});

beforeEach(async () => {
  members = await organizationOfMembers(service);
});

const issued = async (body: object = {}) => bodyOf(await invite(service, members, body), 201);

describe('an invitation', () => {
  test('is listed without its token, which is stored nowhere', async () => {
    const { token, ...invitation } = await issued({ email: 'Ada@Example.COM' });
    const { owner } = members;
    expect(invitation).toEqual({
      invitationId: expect.stringMatching(/^inv_[0-9a-z]{25}$/),
      email: 'ada@example.com',
      role: 'operator',
      invitedBy: owner.userId,
      expiresAt: new Date(service.clock.now + WEEK_MS).toISOString(),
    });
    expect(token).toMatch(/^[\w-]{43}$/);
    expect((await listed(service, members, owner)).invitations).toEqual([invitation]);
    const stored = JSON.stringify(await storedItems(service));
    expect(stored).toContain(hashToken(token));
    expect(stored).not.toContain(token);
  });

  test('is replayed with its token under the same key, to the same person only', async () => {
    const { path, owner, organizationId } = members;
    const admin = await service.member(organizationId, 'admin');
    const body = { email: 'ada@example.com', role: 'viewer' };
    const idempotencyKey = randomUUID();
    const first = await service.post(path, owner, body, { idempotencyKey });
    const again = await service.post(path, owner, body, { idempotencyKey });
    expect(again).toMatchObject({ status: 201, text: first.text, headers: { 'idempotency-replayed': 'true' } });
    expectError(await service.post(path, admin, body, { idempotencyKey }), 'IDEMPOTENCY_KEY_CONFLICT');
    expect(JSON.stringify(await storedItems(service))).not.toContain(bodyOf(first, 201).token);
  });

  test('can no longer be shown when the stage has another sealing key, and is not made twice', async () => {
    const { path, owner } = members;
    const body = { email: 'ada@example.com', role: 'viewer' };
    const idempotencyKey = randomUUID();
    bodyOf(await service.post(path, owner, body, { idempotencyKey }), 201);
    const replaced = { secrets: keptSecrets(9) };
    const process = service.process((_call, send) => send(), replaced);
    expectError(await process.post(path, owner, body, { idempotencyKey }), 'IDEMPOTENCY_KEY_CONFLICT');
    expect((await listed(service, members, owner)).invitations).toHaveLength(1);
  });

  test.each([
    ['no address', { email: 'ada' }, 'email: invalid_format'],
    ['an address of 255 characters', { email: `${'a'.repeat(243)}@example.com` }, 'email: too_big'],
    ['an unknown role', { role: 'root' }, 'role: invalid_value'],
    ['no role', { role: undefined }, 'role: required'],
    ['another field', { token: 'x' }, 'token: unrecognized_key'],
  ])('with %s is refused by name', async (_name, body, fault) => {
    expect(faultsOf(await invite(service, members, body))).toEqual([fault]);
  });

  test('of an address that has an open one is refused until that is revoked', async () => {
    const { path, owner } = members;
    const { token, ...first } = await issued();
    expectError(await invite(service, members, { email: 'ADA@example.com' }), 'BAD_REQUEST');
    const revoke = () => service.call('DELETE', `${path}/invitations/${first.invitationId}`, owner);
    expect(bodyOf(await revoke())).toEqual(first);
    expectError(await revoke(), 'NOT_FOUND');
    expectError(await join(service, members, await service.person(), token), 'FORBIDDEN');
    await issued();
  });

  test('of a member’s address is refused, in whatever form, and says how to change a role', async () => {
    const person = await service.person();
    const { token } = await issued({ email: 'ada@bücher.example' });
    bodyOf(await join(service, members, person, token), 201);
    for (const email of ['ada@bücher.example', 'ADA@xn--bcher-kva.example']) {
      const answer = await invite(service, members, { email });
      expectError(answer, 'BAD_REQUEST', { detail: `a member already has this address: ${person.userId}` });
      expect(answer.body.resolution).toContain(`PATCH …/members/${person.userId}`);
    }
    // As the release before stored it.
    const { store } = service.runtime;
    const member = (await store.get(memberRef(members.organizationId, person.userId))) as Member;
    await store.put(MemberEntity, { ...member, email: 'Ada@BÜCHER.example' });
    expectError(await invite(service, members, { email: 'ada@xn--bcher-kva.example' }), 'BAD_REQUEST');
    bodyOf(await service.call('DELETE', `${members.path}/${person.userId}`, members.owner));
    await issued({ email: 'ada@bücher.example' });
  });

  test('of an address whose owner joins at the same time is refused', async () => {
    const person = await service.person();
    const { token } = await issued();
    let hasJoined = false;
    const late = service.process(async (call, send) => {
      if (readsHead(call) && !hasJoined) {
        hasJoined = true;
        bodyOf(await join(service, members, person, token), 201);
      }
      return send();
    });
    expectError(await invite(late, members), 'BAD_REQUEST');
    expect((await listed(service, members, members.owner)).invitations).toEqual([]);
  });

  test('of an owner is made and revoked by owners only', async () => {
    const { path, organizationId } = members;
    const admin = await service.member(organizationId, 'admin');
    expectError(await service.post(path, admin, { email: 'bob@example.com', role: 'owner' }), 'FORBIDDEN');
    const { invitationId } = await issued({ role: 'owner' });
    expectError(await service.call('DELETE', `${path}/invitations/${invitationId}`, admin), 'FORBIDDEN');
  });

  test('of another organization is NOT_FOUND', async () => {
    const other = await organizationOfMembers(service);
    const { invitationId } = bodyOf(await invite(service, other), 201);
    const path = `${members.path}/invitations/${invitationId}`;
    expectError(await service.call('DELETE', path, members.owner), 'NOT_FOUND');
  });
});

describe('joining', () => {
  test('makes whoever has the token a member, once, and works at once', async () => {
    const person = await service.person();
    const { token } = await issued();
    expectError(await service.get(members.path, person), 'FORBIDDEN');
    const member = bodyOf(await join(service, members, person, token), 201);
    const createdAt = new Date(service.clock.now).toISOString();
    expect(member).toEqual({ userId: person.userId, email: 'ada@example.com', role: 'operator', createdAt });
    const { data, invitations } = await listed(service, members, person);
    expect(data).toContainEqual(member);
    expect(invitations).toEqual([]);
    expectError(await join(service, members, await service.person(), token), 'FORBIDDEN');
  });

  test('is answered again under the same key, although the invitation is spent', async () => {
    const person = await service.person();
    const { token } = await issued();
    const options = { idempotencyKey: randomUUID() };
    const first = await service.post(`${members.path}/join`, person, { token }, options);
    const again = await service.post(`${members.path}/join`, person, { token }, options);
    expect(again).toMatchObject({ status: 201, text: first.text, headers: { 'idempotency-replayed': 'true' } });
  });

  test('ends a week after the invitation', async () => {
    const early = await issued({ email: 'early@example.com' });
    const late = await issued({ email: 'late@example.com' });
    service.clock.advance(WEEK_MS - 1);
    bodyOf(await join(service, members, await service.person(), early.token), 201);
    service.clock.advance(1);
    expectError(await join(service, members, await service.person(), late.token), 'FORBIDDEN');
    expect((await listed(service, members, members.owner)).invitations).toEqual([]);
  });

  test('takes a token with what was copied around it', async () => {
    const { token } = await issued();
    bodyOf(await join(service, members, await service.person(), ` \t${token}\r\n`), 201);
  });

  test('is refused by what is wrong with the token', async () => {
    const answer = await join(service, members, await service.person(), 'wrong');
    expectError(answer, 'FORBIDDEN', { detail: 'the token does not match an open invitation to this organization' });
    expect(answer.body.resolution).toMatch(/^Copy the token and the organization id from the invitation/);
    expect(faultsOf(await join(service, members, await service.person(), ' \n'))).toEqual(['token: too_small']);
  });

  test('tells a stranger nothing, whatever is wrong: not even that the organization exists', async () => {
    const { token } = await issued({ email: 'spent@example.com' });
    bodyOf(await join(service, members, await service.person(), token), 201);
    const suspended = await organizationOfMembers(service);
    const { organizationId } = suspended;
    const stored = await service.runtime.store.get(refTo(OrganizationEntity, { organizationId }));
    await service.runtime.store.put(OrganizationEntity, { ...(stored as Organization), status: 'suspended' });
    const nowhere = { ...members, path: `/organizations/${newOrganizationId()}/members` };
    const answers = [
      await join(service, members, await service.person(), 'wrong'),
      await join(service, members, await service.person(), token),
      await join(service, suspended, await service.person(), token),
      await join(service, nowhere, await service.person(), token),
    ];
    const told = ({ status, body }: Answer) => ({ status, body: { ...body, requestId: '' } });
    for (const answer of answers) {
      expectError(answer, 'FORBIDDEN');
      expect(told(answer)).toEqual(told(answers[0] as Answer));
    }
    for (const of of [members, nowhere]) {
      const person = await service.person();
      expect(faultsOf(await service.post(`${of.path}/join`, person, {}))).toEqual(['token: required']);
      const bad = { idempotencyKey: 'a b' };
      expectError(await service.post(`${of.path}/join`, person, { token }, bad), 'IDEMPOTENCY_KEY_INVALID');
    }
  });

  test('does not tell a stranger which idempotency keys the organization has used', async () => {
    const { organization, path } = members;
    const idempotencyKey = randomUUID();
    bodyOf(
      await service.post(`${pathOf(organization)}/sandbox/fund`, organization, { amount: '1.00' }, { idempotencyKey }),
      201,
    );
    const answer = await service.post(`${path}/join`, await service.person(), { token: 'wrong' }, { idempotencyKey });
    expectError(answer, 'FORBIDDEN');
  });

  test('is refused to a member, and the invitation stays', async () => {
    const { token } = await issued();
    expectError(await join(service, members, members.owner, token), 'BAD_REQUEST');
    bodyOf(await join(service, members, await service.person(), token), 201);
  });

  test('with a good token in a suspended organization is ACCOUNT_BLOCKED', async () => {
    const { organizationId } = members;
    const { token } = await issued();
    const stored = await service.runtime.store.get(refTo(OrganizationEntity, { organizationId }));
    await service.runtime.store.put(OrganizationEntity, { ...(stored as Organization), status: 'suspended' });
    expectError(await join(service, members, await service.person(), token), 'ACCOUNT_BLOCKED');
  });
});

test('who joins is audited by name; a stranger who fails to leaves no row', async () => {
  const { organization, owner } = members;
  const { token, invitationId } = await issued();
  const person = await service.person();
  service.clock.advance(1);
  expectError(await join(service, members, person, 'wrong'), 'FORBIDDEN');
  bodyOf(await join(service, members, person, token), 201);
  service.clock.advance(1);
  expectError(await join(service, members, person, 'wrong'), 'FORBIDDEN');
  const rows = await auditRows(service, organization);
  expect(rows).toMatchObject([
    { action: 'member.invite', outcome: 'succeeded', resourceId: invitationId, actorUserId: owner.userId },
    { action: 'member.join', outcome: 'succeeded', resourceId: person.userId, actorUserId: person.userId },
    { action: 'member.join', outcome: 'refused', errorType: 'FORBIDDEN', actorUserId: person.userId },
  ]);
});

describe('who invited a member', () => {
  const memberNow = async (userId: string) => service.runtime.store.get(memberRef(members.organizationId, userId));
  /** Has somebody invite a person, who joins. */
  const bringIn = async (by: TestSession, person: TestSession, role = 'admin') => {
    const email = `${randomUUID()}@example.com`;
    const { token } = bodyOf(await service.post(members.path, by, { email, role }), 201);
    bodyOf(await join(service, members, person, token), 201);
  };

  test('is kept where the member is removed and invited again by somebody else, however often', async () => {
    const { owner } = members;
    const [ana, ben, cem] = [await service.person(), await service.person(), await service.person()];
    await bringIn(owner, ana);
    await bringIn(owner, ben);
    await bringIn(ana, cem, 'operator');
    expect((await memberNow(cem.userId))?.inviters).toEqual([ana.userId, owner.userId]);

    for (let times = 0; times < 2; times += 1) {
      bodyOf(await remove(service, members, owner, cem));
      await bringIn(ben, cem, 'operator');
      expect(new Set((await memberNow(cem.userId))?.inviters)).toEqual(new Set([ben.userId, owner.userId, ana.userId]));
    }
  });

  test('never names the member, who may have invited whoever invites them again', async () => {
    const { owner } = members;
    const [ana, ben] = [await service.person(), await service.person()];
    await bringIn(owner, ana);
    await bringIn(ana, ben);
    bodyOf(await remove(service, members, owner, ana));
    await bringIn(ben, ana);
    expect(new Set((await memberNow(ana.userId))?.inviters)).toEqual(new Set([ben.userId, owner.userId]));
  });

  test('is learned at the removal, where the row of an earlier release does not say', async () => {
    const { owner, organizationId } = members;
    const [ana, ben] = [await service.person(), await service.person()];
    await bringIn(owner, ana);
    const { inviters: _, ...row } = (await memberNow(ana.userId)) as Member;
    await service.runtime.store.put(MemberEntity, row);
    bodyOf(await remove(service, members, owner, ana));
    await bringIn(await service.member(organizationId, 'owner'), ben);
    await bringIn(ben, ana);
    expect((await memberNow(ana.userId))?.inviters).toContain(owner.userId);
  });
});

import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TeamEntity, teamRef } from '../../../shared/access/team/team.ts';
import { expectError } from '../../support/answers.ts';
import { beforeFirst, lostAnswer } from '../../support/faults.ts';
import { bodyOf } from '../../support/journey.ts';
import { type Answer, TestService, type TestSession } from '../../support/service.ts';
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

/** A process in which something else happens between a decision and its commit. */
const overtakenBy = (act: () => Promise<Answer>) =>
  service.process(beforeFirst('TransactWrite', async () => bodyOf(await act())));

const succeeded = (answers: readonly Answer[]) => answers.filter(({ status }) => status < 300);

describe('what a member has begun', () => {
  test('is refused when they are removed meanwhile', async () => {
    const admin = await service.member(members.organizationId, 'admin');
    const process = overtakenBy(() => remove(service, members, owner, admin));
    expectError(await invite(process, { ...members, owner: admin }), 'UNAUTHORIZED');
    expect((await listed(service, members, owner)).invitations).toEqual([]);
  });

  test('is refused when they are demoted meanwhile', async () => {
    const admin = await service.member(members.organizationId, 'admin');
    const process = overtakenBy(() => change(service, members, owner, admin, 'operator'));
    expectError(await invite(process, { ...members, owner: admin }), 'UNAUTHORIZED');
  });

  test('goes on when they are promoted meanwhile', async () => {
    const admin = await service.member(members.organizationId, 'admin');
    const process = overtakenBy(() => change(service, members, owner, admin, 'owner'));
    bodyOf(await invite(process, { ...members, owner: admin }), 201);
  });
});

describe('two owners', () => {
  test('who remove each other: the second is refused', async () => {
    const second = await service.member(members.organizationId, 'owner');
    const process = overtakenBy(() => remove(service, members, owner, second));
    expectError(await remove(process, members, second, owner), 'UNAUTHORIZED');
    expect(await owners(service, members, owner)).toEqual({ counted: 1, are: 1 });
  });

  test('who do anything to each other at once leave one owner', async () => {
    const second = await service.member(members.organizationId, 'owner');
    const answers = await Promise.all([
      remove(service, members, owner, second),
      change(service, members, second, owner, 'viewer'),
    ]);
    expect(succeeded(answers)).toHaveLength(1);
    const left = answers[0]?.status === 200 ? owner : second;
    expect(await owners(service, members, left)).toEqual({ counted: 1, are: 1 });
  });

  test('who leave at once: the last one stays', async () => {
    const second = await service.member(members.organizationId, 'owner');
    const leave = (person: TestSession) => remove(service, members, person, person);
    const answers = await Promise.all([leave(owner), leave(second)]);
    const refused = answers.findIndex(({ status }) => status !== 200);
    expect(succeeded(answers)).toHaveLength(1);
    expectError(answers[refused] as Answer, 'BAD_REQUEST');
    expect(await owners(service, members, refused === 0 ? owner : second)).toEqual({ counted: 1, are: 1 });
  });
});

describe('an invitation', () => {
  test('makes one member, however many join with it at once', async () => {
    const { token } = bodyOf(await invite(service, members), 201);
    const persons = await Promise.all(Array.from({ length: 8 }, () => service.person()));
    const answers = await Promise.all(persons.map((person) => join(service, members, person, token)));
    expect(succeeded(answers)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status >= 300)) expectError(answer, 'FORBIDDEN');
    expect((await listed(service, members, owner)).data).toHaveLength(2);
  });

  test('that is revoked before the commit makes no member', async () => {
    const { token, invitationId } = bodyOf(await invite(service, members), 201);
    const revoke = () => service.call('DELETE', `${members.path}/invitations/${invitationId}`, owner);
    const process = overtakenBy(revoke);
    expectError(await join(process, members, await service.person(), token), 'FORBIDDEN');
  });

  test('to an address is had once, however many ask for it at once', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => invite(service, members)));
    expect(succeeded(answers)).toHaveLength(1);
    expect((await listed(service, members, owner)).invitations).toHaveLength(1);
  });

  test('of which there are forty-nine has room for one more', async () => {
    const { invitationId } = bodyOf(await invite(service, members), 201);
    const { store } = service.runtime;
    const team = await store.get(teamRef(members.organizationId));
    if (!team) throw new Error('no team');
    const [one] = team.invitations;
    const invitations = Array.from({ length: 49 }, (_, n) => ({
      ...one,
      email: `${n}@example.com`,
      invitedBy: `member-${n}`,
    }));
    await store.put(TeamEntity, { ...team, invitations } as typeof team);
    const emails = Array.from({ length: 4 }, () => `${randomUUID()}@example.com`);
    const answers = await Promise.all(emails.map((email) => invite(service, members, { email })));
    expect(succeeded(answers)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status >= 300)) expectError(answer, 'BAD_REQUEST');
    expect((await listed(service, members, owner)).invitations).toHaveLength(50);
    expect(invitationId).toBe(one?.invitationId);
  });

  test('whose answer is lost on its way is shown to a retry', async () => {
    let isLost = false;
    const process = service.process(async ({ name }, send) => {
      const answer = await send();
      if (name !== 'TransactWrite' || isLost) return answer;
      isLost = true;
      throw lostAnswer();
    });
    const body = { email: 'ada@example.com', role: 'viewer' };
    const options = { idempotencyKey: randomUUID() };
    const first = await process.post(members.path, owner, body, options);
    const again = await service.post(members.path, owner, body, options);
    expect(bodyOf(again, 201)).toEqual(bodyOf(first, 201));
    bodyOf(await join(service, members, await service.person(), first.body.token), 201);
  });
});

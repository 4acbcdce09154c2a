import { beforeAll, describe, expect, test } from 'vitest';
import { createStore } from '../../../../shared/ground/table/create-store.ts';
import { expectError } from '../../../support/answers.ts';
import { crashAt } from '../../../support/crash.ts';
import { beforeFirst, type FaultyTable, wrap } from '../../../support/faults.ts';
import { bodyOf, deliver, expectSoundBooks, sendPayout, settle } from '../../../support/journey.ts';
import type { TestService } from '../../../support/service.ts';
import { hintOf, pend, posted, startApprovals, storedApproval, vote, work } from '../../approvals/support.ts';
import { governed } from './support.ts';

let table: FaultyTable;
let service: TestService;

beforeAll(async () => {
  ({ table, service } = await startApprovals());
});

/** Does something between the first read of what is done and its commit. */
async function between<T>(act: () => Promise<unknown>, done: () => Promise<T>): Promise<T> {
  table.intercept(beforeFirst('TransactWrite', act));
  const result = await done();
  table.intercept(undefined);
  return result;
}

const cap = (single: string | null) => ({ limits: { single } });
const remove = (all: Awaited<ReturnType<typeof governed>>, userId: string) =>
  service.call('DELETE', `/organizations/${all.of.organizationId}/members/${userId}`, all.owner);

describe('between the price of an approved payout and its commit', () => {
  test('a cap is lowered: the payout fails, and its hold is released', async () => {
    const all = await governed(service);
    const { approvalId } = await pend(service, all);
    bodyOf(await vote(service, all.of, approvalId, all.voter(0)));
    await between(
      () => all.change(cap('99.99')),
      () => work(service, all.of, approvalId),
    );
    expect(await storedApproval(service, all.of, approvalId)).toMatchObject({
      status: 'failed',
      failureReason: 'PAYOUT_LIMIT_EXCEEDED',
    });
    expect(await posted(service, all.of)).toEqual(['hold -100.00', 'hold_release 100.00']);
    await expectSoundBooks(service, all.of);
  });
});

describe('between the read of a payout and its commit', () => {
  test('a threshold is set: it waits, and nothing is sent', async () => {
    const all = await governed(service);
    const { approvals } = all;
    await all.agree(await all.ask({ approvals: null }));
    const answer = await between(
      () => all.change({ approvals }),
      () => sendPayout(service, all.of, all.recipient),
    );
    expect(bodyOf(answer, 202).status).toBe('pending_approval');
  });
});

describe('between the read of a change and its commit', () => {
  test('approvals are set: it waits for them', async () => {
    const all = await governed(service);
    await all.agree(await all.ask({ approvals: null }));
    bodyOf(await all.change(cap('10.00')));
    const answer = await between(
      () => all.change({ approvals: all.approvals }),
      () => all.change(cap('20.00')),
    );
    expect(bodyOf(answer, 202).status).toBe('pending_approval');
    expect((await all.policy()).limits.single).toBe('10.00');
  });

  test('an approver whom it names is removed: BAD_REQUEST', async () => {
    const all = await governed(service);
    await all.agree(await all.ask({ approvals: null }));
    const [first = ''] = all.approvals.approvers;
    const answer = await between(
      () => remove(all, first),
      () => all.change({ approvals: all.approvals }),
    );
    expectError(answer, 'BAD_REQUEST', { detail: `approvers: ${first} is not a member who may vote` });
    expect((await all.policy()).approvals).toBeNull();
  });

  test('its owner becomes an admin: UNAUTHORIZED, and nothing is changed', async () => {
    const all = await governed(service);
    const second = await service.member(all.of.organizationId, 'owner');
    const demote = () =>
      service.call('PATCH', `/organizations/${all.of.organizationId}/members/${all.owner.userId}`, second, {
        body: { role: 'admin' },
      });
    const answer = await between(demote, () => all.change(cap('1.00')));
    expectError(answer, 'UNAUTHORIZED');
    expect((await all.policy()).limits.single).toBeNull();
  });
});

describe('between the read of a last vote and its commit', () => {
  test('who voted first is taken off the list: the vote does not count any more', async () => {
    const all = await governed(service, { quorum: 2, approvers: 4 });
    const [, ...others] = all.approvals.approvers;
    const approvalId = await all.ask({ approvals: null });
    bodyOf(await vote(service, all.of, approvalId, all.voter(0)));
    const answer = await between(
      () => all.change({ approvals: { ...all.approvals, approvers: others } }),
      () => vote(service, all.of, approvalId, all.voter(1)),
    );
    expect(bodyOf(answer)).toMatchObject({ status: 'pending', votes: [{}, {}] });
  });

  test('who voted first is removed: the vote does not count any more', async () => {
    const all = await governed(service, { quorum: 2 });
    const approvalId = await all.ask({ approvals: null });
    bodyOf(await vote(service, all.of, approvalId, all.voter(0)));
    const answer = await between(
      () => remove(all, all.voter(0).userId),
      () => vote(service, all.of, approvalId, all.voter(1)),
    );
    expect(bodyOf(answer).status).toBe('pending');
    expect(bodyOf(await vote(service, all.of, approvalId, all.voter(2))).status).toBe('approved');
  });
});

describe('at once', { timeout: 60_000 }, () => {
  test('two changes of one cap wait: the first to be executed holds, the other fails', async () => {
    const all = await governed(service);
    bodyOf(await all.change(cap('10.00')));
    const asked = await Promise.all([all.ask(cap('20.00')), all.ask(cap('30.00'))]);
    for (const approvalId of asked) bodyOf(await vote(service, all.of, approvalId, all.voter(0)));
    await settle(service);
    const ends = await Promise.all(asked.map((approvalId) => storedApproval(service, all.of, approvalId)));
    expect(ends.map(({ status }) => status).sort()).toEqual(['executed', 'failed']);
    expect(ends.find(({ status }) => status === 'failed')?.failureReason).toBe('CONFLICT');
    const won = ends[0]?.status === 'executed' ? '20.00' : '30.00';
    expect((await all.policy()).limits.single).toBe(won);
  });

  test('two changes of two caps are executed: neither undoes the other', async () => {
    const all = await governed(service);
    bodyOf(await all.change({ limits: { single: '10.00', daily: '10.00' } }));
    const asked = await Promise.all([all.ask(cap('20.00')), all.ask({ limits: { daily: '30.00' } })]);
    for (const approvalId of asked) bodyOf(await vote(service, all.of, approvalId, all.voter(0)));
    const hints = await Promise.all(asked.map((approvalId) => hintOf(service, all.of, approvalId)));
    await Promise.all(hints.map((hint) => deliver(service, [hint])));
    await settle(service);
    expect((await all.policy()).limits).toMatchObject({ single: '20.00', daily: '30.00' });
  });

  test('two owners tighten: both hold', async () => {
    const all = await governed(service);
    const second = await service.member(all.of.organizationId, 'owner');
    const answers = await Promise.all([all.change(cap('20.00')), all.change({ limits: { daily: '30.00' } }, second)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await all.policy()).limits).toMatchObject({ single: '20.00', daily: '30.00' });
  });
});

describe('a worker that dies', { timeout: 60_000 }, () => {
  /** @returns whether the worker lived to its end */
  async function kill(call: number, moment: 'before' | 'after'): Promise<boolean> {
    const all = await governed(service);
    bodyOf(await all.change(cap('10.00')));
    const approvalId = await all.ask(cap('20.00'));
    bodyOf(await vote(service, all.of, approvalId, all.voter(0)));
    const hint = await hintOf(service, all.of, approvalId);
    const { intercept, crashed } = crashAt({ call, moment });
    const { client, tableName } = service.runtime.store;
    const store = createStore({ client: wrap(client, intercept), tableName });
    const end = await Promise.race([deliver({ runtime: { ...service.runtime, store } }, [hint]), crashed]);
    await settle(service);
    expect((await storedApproval(service, all.of, approvalId)).status).toBe('executed');
    expect((await all.policy()).limits.single).toBe('20.00');
    return end !== 'crashed';
  }

  test.each(['before', 'after'] as const)(
    '%s any of its calls took effect, changes the policy once',
    async (moment) => {
      let call = 1;
      while (!(await kill(call, moment))) call += 1;
      expect(call).toBeGreaterThan(4);
    },
  );
});

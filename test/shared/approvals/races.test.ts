import { beforeAll, describe, expect, test } from 'vitest';
import { createStore } from '../../../shared/ground/table/create-store.ts';
import { crashAt } from '../../support/crash.ts';
import { beforeFirst, type FaultyTable, wrap } from '../../support/faults.ts';
import { bodyOf, deliver, expectSoundBooks, pathOf, settle } from '../../support/journey.ts';
import type { Answer, TestService } from '../../support/service.ts';
import { suspend } from '../journal/commit/support.ts';
import {
  approvalOf,
  balanceOf,
  guarded,
  hintOf,
  pend,
  posted,
  startApprovals,
  storedApproval,
  told,
  vote,
  work,
} from './support.ts';

let table: FaultyTable;
let service: TestService;

beforeAll(async () => {
  ({ table, service } = await startApprovals());
});

async function waiting(policy: Parameters<typeof guarded>[1] = {}) {
  const all = await guarded(service, policy);
  const { approvalId } = await pend(service, all);
  return { ...all, approvalId };
}

/** Does something between the first read of a call and its commit. */
async function between(act: () => Promise<unknown>, call: () => Promise<Answer>): Promise<Answer> {
  table.intercept(beforeFirst('TransactWrite', act));
  const answer = await call();
  table.intercept(undefined);
  return answer;
}

const outcomes = (answers: readonly Answer[]) =>
  answers.map(({ status, body }) => (status === 200 ? body.status : body.type)).sort();

const executed = ['hold -100.00', 'hold_release 100.00', 'payout -100.00'];
const released = ['hold -100.00', 'hold_release 100.00'];

describe('at once', { timeout: 60_000 }, () => {
  test('two last votes: one approves, the other finds it approved, and one payout is made', async () => {
    const { of, voter, approvalId } = await waiting();
    const answers = await Promise.all([
      vote(service, of, approvalId, voter(0)),
      vote(service, of, approvalId, voter(1)),
    ]);
    expect(outcomes(answers)).toEqual(['CONFLICT', 'approved']);
    await settle(service);
    expect(await posted(service, of)).toEqual(executed);
    await expectSoundBooks(service, of);
  });

  test('all the votes of a quorum: none is lost', async () => {
    const { of, voters, approvalId } = await waiting({ quorum: 5, approvers: 5 });
    const answers = await Promise.all(voters.map((voter) => vote(service, of, approvalId, voter)));
    expect(outcomes(answers)).toEqual(['approved', 'pending', 'pending', 'pending', 'pending']);
    expect((await approvalOf(service, of, approvalId)).votes).toHaveLength(5);
    await settle(service);
    expect(await posted(service, of)).toEqual(executed);
  });

  test('one person twice: one vote', async () => {
    const { of, voter, approvalId } = await waiting({ quorum: 2 });
    const answers = await Promise.all(Array.from({ length: 4 }, () => vote(service, of, approvalId, voter(0))));
    expect(outcomes(answers)).toEqual(['pending', 'pending', 'pending', 'pending']);
    expect((await approvalOf(service, of, approvalId)).votes).toHaveLength(1);
  });

  test('approve against reject: one wins, and money follows it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { of, voter, approvalId } = await waiting();
      const [first, second] = round % 2 === 0 ? (['approve', 'reject'] as const) : (['reject', 'approve'] as const);
      const answers = await Promise.all([
        vote(service, of, approvalId, voter(0), first),
        vote(service, of, approvalId, voter(1), second),
      ]);
      const [conflict, winner] = outcomes(answers);
      expect(conflict).toBe('CONFLICT');
      await settle(service);
      const { status } = await approvalOf(service, of, approvalId);
      expect(status).toBe(winner === 'approved' ? 'executed' : 'rejected');
      expect(await posted(service, of)).toEqual(winner === 'approved' ? executed : released);
      await expectSoundBooks(service, of);
    }
  });

  test('the last vote against the expiry: one wins', async () => {
    const { of, voter, approvalId } = await waiting();
    const hint = await hintOf(service, of, approvalId);
    service.clock.now = hint.dueAt - 1;
    // The worker's clock is ahead of the voter's.
    const ahead = service.process((_call, send) => send(), { clock: () => hint.dueAt });
    const [answer] = await Promise.all([vote(service, of, approvalId, voter(0)), deliver(ahead, [hint])]);
    await settle(service);
    const { status } = await approvalOf(service, of, approvalId);
    expect([answer.status === 200 ? 'executed' : 'expired', answer.body.type ?? 'executed']).toEqual(
      answer.status === 200 ? [status, 'executed'] : [status, 'CONFLICT'],
    );
    expect(await posted(service, of)).toEqual(status === 'executed' ? executed : released);
    await expectSoundBooks(service, of);
  });
});

describe('between the read of a vote and its commit', () => {
  test('it expires: CONFLICT', async () => {
    const { of, voter, approvalId } = await waiting();
    service.clock.now = (await hintOf(service, of, approvalId)).dueAt - 1;
    const expire = () => work(service, of, approvalId);
    const answer = await between(expire, () => vote(service, of, approvalId, voter(0)));
    expect(answer.body).toMatchObject({ type: 'CONFLICT', detail: 'the approval is expired' });
    expect(await posted(service, of)).toEqual(released);
  });

  test('the voter is no approver any more: FORBIDDEN', async () => {
    const { of, voter, rules, control, approvalId } = await waiting();
    const change = () => control({ approvals: { ...rules, approvers: rules.approvers.slice(1) } });
    const answer = await between(change, () => vote(service, of, approvalId, voter(0)));
    expect(answer.body.type).toBe('FORBIDDEN');
    expect((await approvalOf(service, of, approvalId)).status).toBe('pending');
  });

  test('the quorum is raised: the vote counts, and is not the last', async () => {
    const { of, voter, rules, control, approvalId } = await waiting();
    const change = () => control({ approvals: { ...rules, quorum: 2 } });
    const answer = await between(change, () => vote(service, of, approvalId, voter(0)));
    expect(bodyOf(answer).status).toBe('pending');
  });

  test('the organization is suspended: ACCOUNT_BLOCKED', async () => {
    const { of, voter, approvalId } = await waiting();
    const change = () => suspend(service.runtime, of.organizationId);
    const answer = await between(change, () => vote(service, of, approvalId, voter(0)));
    expect(answer.body.type).toBe('ACCOUNT_BLOCKED');
  });
});

describe('between the read of a payout and its commit', () => {
  test('a threshold is set: it waits, and nothing is sent', async () => {
    const { of, recipient, rules, control } = await guarded(service);
    await control({ approvals: undefined });
    const change = () => control({ approvals: rules });
    const body = { amount: '100.00', destinationAccountId: recipient.methods[0].destinationAccountId };
    const answer = await between(change, () => service.post(`${pathOf(of)}/payouts`, of, body));
    expect(bodyOf(answer, 202).status).toBe('pending_approval');
    expect(await posted(service, of)).toEqual(['hold -100.00']);
  });

  test('the threshold is lifted: it is sent, and nothing waits', async () => {
    const { of, recipient, control } = await guarded(service);
    const change = () => control({ approvals: undefined });
    const body = { amount: '100.00', destinationAccountId: recipient.methods[0].destinationAccountId };
    const answer = await between(change, () => service.post(`${pathOf(of)}/payouts`, of, body));
    expect(bodyOf(answer).status).toBe('pending');
    expect(await posted(service, of)).toEqual(['payout -100.00']);
  });
});

describe('between the price of an execution and its commit', () => {
  test('the organization is suspended: it fails, and its hold is released', async () => {
    const { of, voter, approvalId } = await waiting();
    await vote(service, of, approvalId, voter(0));
    table.intercept(beforeFirst('TransactWrite', () => suspend(service.runtime, of.organizationId)));
    await work(service, of, approvalId);
    table.intercept(undefined);
    expect(await storedApproval(service, of, approvalId)).toMatchObject({
      status: 'failed',
      failureReason: 'ACCOUNT_BLOCKED',
    });
  });
});

describe('a worker that dies', { timeout: 120_000 }, () => {
  const stories = ['execute', 'expire'] as const;

  /** @returns whether the worker lived to its end */
  async function kill(story: (typeof stories)[number], call: number, moment: 'before' | 'after'): Promise<boolean> {
    const { of, voter, approvalId } = await waiting();
    if (story === 'execute') await vote(service, of, approvalId, voter(0));
    const hint = await hintOf(service, of, approvalId);
    service.clock.now = Math.max(service.clock.now, hint.dueAt);
    const { intercept, crashed } = crashAt({ call, moment });
    const { client, tableName } = service.runtime.store;
    const store = createStore({ client: wrap(client, intercept), tableName });
    const end = await Promise.race([deliver({ runtime: { ...service.runtime, store } }, [hint]), crashed]);
    await settle(service);
    expect(await told(service, of)).toContain(`payout_approval.${story === 'execute' ? 'executed' : 'expired'}`);
    expect(await posted(service, of)).toEqual(story === 'execute' ? executed : released);
    expect((await balanceOf(service, of)).held).toBe('0.00');
    await expectSoundBooks(service, of);
    return end !== 'crashed';
  }

  test.each(stories.flatMap((story) => (['before', 'after'] as const).map((moment) => [story, moment] as const)))(
    'while it should %s, %s any of its calls took effect, loses and doubles nothing',
    async (story, moment) => {
      let call = 1;
      while (!(await kill(story, call, moment))) call += 1;
      // Claim, read, read together, commit: fewer would mean that nothing was killed.
      expect(call).toBeGreaterThan(4);
    },
  );
});

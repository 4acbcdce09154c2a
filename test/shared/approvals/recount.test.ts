import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endpoint as confirmPayoutBatch } from '../../../functions/batches/confirm-payout-batch.ts';
import { endpoint as registerCollectionAccount } from '../../../functions/checkout/register-collection-account.ts';
import { endpoint as createPayoutLink } from '../../../functions/payout-links/create-payout-link.ts';
import { endpoint as createPayout } from '../../../functions/payouts/create-payout.ts';
import { endpoint as changePolicy } from '../../../functions/policy/change-policy.ts';
import { recountWork } from '../../../shared/access/voters/recount-work.ts';
import { ApprovalEntity, approvalLifetimeMs } from '../../../shared/approvals/approval.ts';
import { askingPermissions } from '../../../shared/approvals/initiator.ts';
import { createStore } from '../../../shared/ground/table/create-store.ts';
import { MemberEntity, memberRef } from '../../../shared/identity/member.ts';
import { act, advance, linesTo, submitted } from '../../functions/batches/support.ts';
import { statusOf as accountStatusOf, register } from '../../functions/checkout/accounts-support.ts';
import { invite, join } from '../../functions/members/support.ts';
import { crashAt } from '../../support/crash.ts';
import { FakeRail } from '../../support/fake-rail.ts';
import { beforeFirst, type FaultyTable, wrap } from '../../support/faults.ts';
import { bodyOf, deliver, expectSoundBooks, settle } from '../../support/journey.ts';
import { performed } from '../../support/operations.ts';
import type { TestService, TestSession } from '../../support/service.ts';
import { workOf } from '../journal/due/support.ts';
import { governed } from '../payouts/policy/support.ts';
import { balanceOf, hintOf, pend, posted, startApprovals, storedApproval, told, vote, work } from './support.ts';

const released = ['hold -100.00', 'hold_release 100.00'];

let table: FaultyTable;
let service: TestService;
let rail: FakeRail;

beforeAll(async () => {
  ({ table, service, rail } = await startApprovals());
});
beforeEach(() => {
  table.intercept(undefined);
  rail.price = new FakeRail().price;
});

type Governed = Awaited<ReturnType<typeof governed>>;

const statusOf = async ({ of }: Pick<Governed, 'of'>, approvalId: string) => {
  const { status, failureReason } = await storedApproval(service, of, approvalId);
  return failureReason ? `${status} ${failureReason}` : status;
};

const membersPath = ({ of }: Pick<Governed, 'of'>) => `/organizations/${of.organizationId}/members`;
const remove = async (all: Governed, userId: string, by = all.owner) =>
  bodyOf(await service.call('DELETE', `${membersPath(all)}/${userId}?keys=keep`, by));
const giveRole = async (all: Governed, userId: string, role: string, by = all.owner) =>
  bodyOf(await service.call('PATCH', `${membersPath(all)}/${userId}`, by, { body: { role } }));

/** Other voters than the ones of the beginning. */
async function others(all: Governed, count = 3): Promise<TestSession[]> {
  return Promise.all(Array.from({ length: count }, () => service.member(all.of.organizationId, 'operator')));
}

/** Asks for a change of the approvals, and has as many as needed agree. */
async function agreeOn(all: Governed, approvals: object | null, voters: readonly TestSession[] = [all.voter(0)]) {
  const approvalId = await all.ask({ approvals });
  for (const voter of voters) bodyOf(await vote(service, all.of, approvalId, voter));
  await work(service, all.of, approvalId);
  expect(await statusOf(all, approvalId)).toBe('executed');
}

const idsOf = (people: readonly TestSession[]) => people.map(({ userId }) => userId);

describe('what nobody can decide any more fails by due work, and what it held is released', () => {
  test('when approvals are lifted', async () => {
    const all = await governed(service);
    const { approvalId } = await pend(service, all);
    await agreeOn(all, null);
    expect(await statusOf(all, approvalId)).toBe('pending');
    await settle(service);
    expect(await statusOf(all, approvalId)).toBe('failed FORBIDDEN');
    expect(await posted(service, all.of)).toEqual(released);
    expect(await balanceOf(service, all.of)).toEqual({ available: '1000.00', held: '0.00' });
    expect((await told(service, all.of)).at(-1)).toBe('payout_approval.failed');
    expect(await workOf(service.runtime, recountWork(all.of.organizationId))).toBeUndefined();
    await expectSoundBooks(service, all.of);
  });

  test('when all voters are replaced', async () => {
    const all = await governed(service);
    const { approvalId } = await pend(service, all);
    await agreeOn(all, { ...all.approvals, approvers: idsOf(await others(all)) });
    await settle(service);
    expect(await statusOf(all, approvalId)).toBe('failed FORBIDDEN');
    expect(await posted(service, all.of)).toEqual(released);
  });

  test('when the quorum becomes larger than who may vote on it', async () => {
    const all = await governed(service);
    const { approvalId } = await pend(service, all);
    const approvers = [...all.approvals.approvers, ...idsOf(await others(all, 2))];
    await agreeOn(all, { ...all.approvals, approvers, quorum: 4 });
    await settle(service);
    expect(await statusOf(all, approvalId)).toBe('failed FORBIDDEN');
  });

  test.each([
    ['leave', (all: Governed, userId: string) => remove(all, userId)],
    ['can no longer vote', (all: Governed, userId: string) => giveRole(all, userId, 'viewer')],
  ])('when so many voters %s that those left cannot agree, and not before', async (_how, strike) => {
    const all = await governed(service, { quorum: 2, approvers: 4 });
    const { approvalId } = await pend(service, all);
    bodyOf(await vote(service, all.of, approvalId, all.voter(0)));
    await strike(all, all.voter(1).userId);
    await strike(all, all.voter(2).userId);
    await settle(service);
    expect(await statusOf(all, approvalId)).toBe('pending');
    await strike(all, all.voter(3).userId);
    await settle(service);
    expect(await statusOf(all, approvalId)).toBe('failed FORBIDDEN');
  });

  test('when a voter who has agreed leaves, and too few others are left', async () => {
    const all = await governed(service, { quorum: 2 });
    const { approvalId } = await pend(service, all);
    bodyOf(await vote(service, all.of, approvalId, all.voter(0)));
    await remove(all, all.voter(0).userId);
    await settle(service);
    expect(await statusOf(all, approvalId)).toBe('pending');
    await remove(all, all.voter(1).userId);
    await settle(service);
    expect(await statusOf(all, approvalId)).toBe('failed FORBIDDEN');
  });

  test('when operators name other voters; the reset itself goes on', async () => {
    const all = await governed(service, { quorum: 2 });
    const approvers = idsOf(await others(all));
    const reset = await performed(service, 'reset-approvers', {
      organizationId: all.of.organizationId,
      approvers,
      reason: 'asked for by the owner, called back',
    });
    await settle(service);
    await remove(all, all.voter(0).userId);
    await settle(service);
    service.clock.advance(70 * 60 * 60 * 1000);
    const { approvalId } = await pend(service, all);
    await work(service, all.of, reset.approvalId);
    await work(service, all.of, reset.approvalId);
    expect(await statusOf(all, reset.approvalId)).toBe('executed');
    await settle(service);
    expect(await statusOf(all, approvalId)).toBe('failed FORBIDDEN');
  });

  test('with what else waits for it: a collection account is removed', async () => {
    const all = await governed(service);
    const { accountId, approvalId } = bodyOf(await register(service, all.of, all.owner), 202);
    await agreeOn(all, null);
    await settle(service);
    expect(await statusOf(all, approvalId)).toBe('failed FORBIDDEN');
    expect(await accountStatusOf(service, all.of, accountId)).toBe('removed');
  });

  test('an approval of the release before, which names no electorate', async () => {
    const all = await governed(service);
    const { approvalId } = await pend(service, all);
    const { electorate: _, organizationVersion: __, ...before } = await storedApproval(service, all.of, approvalId);
    await service.runtime.store.put(ApprovalEntity, before);
    await remove(all, all.voter(0).userId);
    await settle(service);
    expect(await statusOf(all, approvalId)).toBe('pending');
    await agreeOn(all, null, [all.voter(1)]);
    await settle(service);
    expect(await statusOf(all, approvalId)).toBe('failed FORBIDDEN');
  });

  test('but one that was altered stays held: somebody has to look', async () => {
    const all = await governed(service);
    const { approvalId } = await pend(service, all);
    await service.runtime.store.put(ApprovalEntity, {
      ...(await storedApproval(service, all.of, approvalId)),
      content: '{}',
    });
    await agreeOn(all, null);
    await settle(service);
    expect(await statusOf(all, approvalId)).toBe('pending');
    expect(await posted(service, all.of)).toEqual(['hold -100.00']);
  });

  test('and one that others can decide stays as it is, whatever else changes', async () => {
    const all = await governed(service, { quorum: 2, approvers: 4 });
    const { approvalId } = await pend(service, all);
    const before = await storedApproval(service, all.of, approvalId);
    await remove(all, all.voter(3).userId);
    bodyOf(await all.change({ limits: { daily: '900.00' } }));
    await settle(service);
    expect(await storedApproval(service, all.of, approvalId)).toEqual(before);
    bodyOf(await vote(service, all.of, approvalId, all.voter(0)));
    bodyOf(await vote(service, all.of, approvalId, all.voter(1)));
    await settle(service);
    expect(await statusOf(all, approvalId)).toBe('executed');
  });
});

describe('a run of payouts whose approval nobody can decide any more', () => {
  async function waiting() {
    const all = await governed(service);
    await all.control({ features: ['mass_payouts'] });
    const batch = await submitted(service, all.of, linesTo(all.recipient, 3));
    await advance(service, all.of, batch);
    const confirm = (by: TestSession = all.owner) => act(service, all.of, batch, 'confirm', by);
    const { approvalId } = bodyOf(await confirm(), 202);
    return { ...all, batch, confirm, approvalId: approvalId as string };
  }

  test.each([
    ['after', true],
    ['before', false],
  ])('is confirmed anew %s the due work: other people are asked', async (_when, isSettled) => {
    const all = await waiting();
    const [voter, other] = (await others(all, 2)) as [TestSession, TestSession];
    await agreeOn(all, { ...all.approvals, quorum: 1, approvers: idsOf([voter, other]) });
    if (isSettled) await settle(service);
    const { approvalId } = bodyOf(await all.confirm(), 202);
    expect(approvalId).not.toBe(all.approvalId);
    expect(await statusOf(all, all.approvalId)).toBe('failed FORBIDDEN');
    bodyOf(await vote(service, all.of, approvalId, voter));
    await settle(service);
    expect(await statusOf(all, approvalId)).toBe('executed');
  });

  test('needs no approval where approvals were lifted', async () => {
    const all = await waiting();
    await agreeOn(all, null);
    expect(bodyOf(await all.confirm())).toMatchObject({ status: 'creating' });
    expect(await statusOf(all, all.approvalId)).toBe('failed FORBIDDEN');
  });
});

describe('a quorum that is reached executes', () => {
  const twice = (all: Governed) => ({ ...all.approvals, quorum: 2 });

  /** A payout that waits with one vote, because two have to agree since. */
  async function halfApproved() {
    const all = await governed(service);
    const { approvalId } = await pend(service, all);
    bodyOf(await all.change({ approvals: twice(all) }));
    bodyOf(await vote(service, all.of, approvalId, all.voter(0)));
    await settle(service);
    expect(await statusOf(all, approvalId)).toBe('pending');
    return { ...all, approvalId };
  }

  test('when it is lowered again to what it was when the approval was asked for', async () => {
    const all = await halfApproved();
    await agreeOn(all, all.approvals, [all.voter(0), all.voter(1)]);
    await settle(service);
    expect(await statusOf(all, all.approvalId)).toBe('executed');
    expect(await posted(service, all.of)).toEqual([...released, 'payout -100.00']);
    await expectSoundBooks(service, all.of);
  });

  test('but never with fewer votes than it was asked for under', async () => {
    const all = await governed(service, { quorum: 2 });
    const { approvalId } = await pend(service, all);
    bodyOf(await vote(service, all.of, approvalId, all.voter(0)));
    await agreeOn(all, { ...all.approvals, quorum: 1 }, [all.voter(0), all.voter(1)]);
    await settle(service);
    expect(await statusOf(all, approvalId)).toBe('pending');
    expect(bodyOf(await vote(service, all.of, approvalId, all.voter(0)))).toMatchObject({ status: 'pending' });
    bodyOf(await vote(service, all.of, approvalId, all.voter(1)));
    await settle(service);
    expect(await statusOf(all, approvalId)).toBe('executed');
  });

  test('when a voter who has agreed is named again', async () => {
    const all = await governed(service, { quorum: 2, approvers: 4 });
    const { approvalId } = await pend(service, all);
    const without = all.approvals.approvers.slice(1);
    bodyOf(await all.change({ approvals: { ...all.approvals, approvers: without } }));
    await agreeOn(all, all.approvals, [all.voter(1), all.voter(2)]);
    bodyOf(await vote(service, all.of, approvalId, all.voter(0)));
    bodyOf(await all.change({ approvals: { ...all.approvals, approvers: without } }));
    bodyOf(await vote(service, all.of, approvalId, all.voter(1)));
    await settle(service);
    expect(await statusOf(all, approvalId)).toBe('pending');
    await agreeOn(all, all.approvals, [all.voter(1), all.voter(2)]);
    await settle(service);
    expect(await statusOf(all, approvalId)).toBe('executed');
  });

  test('not once its time is up: it expires', async () => {
    const all = await halfApproved();
    const { expiresAt } = await storedApproval(service, all.of, all.approvalId);
    const lowering = await all.ask({ approvals: all.approvals });
    for (const voter of [all.voter(0), all.voter(1)]) bodyOf(await vote(service, all.of, lowering, voter));
    service.clock.now = expiresAt;
    await work(service, all.of, lowering);
    await settle(service);
    expect(await statusOf(all, all.approvalId)).toBe('expired');
  });

  test('under the id of the time when it was reached, not of its last vote', async () => {
    const all = await halfApproved();
    service.clock.advance(60 * 60 * 1000);
    const { payoutId: earlier } = bodyOf(
      await service.post(`/payments/organizations/${all.of.organizationId}/payouts`, all.of, {
        amount: '10.00',
        destinationAccountId: all.recipient.methods[0].destinationAccountId,
      }),
    );
    service.clock.advance(1);
    await agreeOn(all, all.approvals, [all.voter(0), all.voter(1)]);
    await settle(service);
    const { payoutId = '' } = await storedApproval(service, all.of, all.approvalId);
    expect(payoutId > earlier).toBe(true);
  });
});

describe('what a person asked for', () => {
  /** One of each kind that a person asks for, asked by somebody who may. */
  async function askAll(role: 'owner' | 'admin' | 'operator' = 'owner') {
    const all = await governed(service);
    await all.control({ features: ['mass_payouts'] });
    const asker = await service.member(all.of.organizationId, role);
    const batch = await submitted(service, all.of, linesTo(all.recipient, 1));
    await advance(service, all.of, batch);
    const confirmed = bodyOf(await act(service, all.of, batch, 'confirm', asker), 202);
    const ids: Record<string, string> = { batch: confirmed.approvalId };
    if (role !== 'operator') {
      ids.collection_account = bodyOf(await register(service, all.of, asker), 202).approvalId;
    }
    if (role === 'owner') ids.policy = bodyOf(await all.change({ approvals: null }, asker), 202).approvalId;
    const statuses = async () =>
      Object.fromEntries(
        await Promise.all(Object.entries(ids).map(async ([kind, id]) => [kind, await statusOf(all, id)])),
      );
    return { ...all, asker, ids, batch, statuses };
  }

  const over = 'failed UNAUTHORIZED';

  test('ends when they are removed, whatever the kind', async () => {
    const all = await askAll();
    await remove(all, all.asker.userId);
    await settle(service);
    expect(await all.statuses()).toEqual({ batch: over, policy: over, collection_account: over });
    await expectSoundBooks(service, all.of);
  });

  test('ends when they leave by themselves, or operators replace them', async () => {
    const all = await askAll('admin');
    await remove(all, all.asker.userId, all.asker);
    await settle(service);
    expect(await all.statuses()).toEqual({ batch: over, collection_account: over });
    const replaced = await askAll('owner');
    const { organizationId } = replaced.of;
    await performed(service, 'members', {
      organizationId,
      userId: 'someone-new',
      email: 'new@example.com',
      role: 'owner',
      replaces: replaced.asker.userId,
      reason: 'cannot sign in any more',
    });
    await settle(service);
    expect(await replaced.statuses()).toEqual({ batch: over, policy: over, collection_account: over });
  });

  test('ends with the permission that it needed, and with no other', async () => {
    const all = await askAll();
    await giveRole(all, all.asker.userId, 'admin');
    await settle(service);
    expect(await all.statuses()).toEqual({ batch: 'pending', policy: over, collection_account: 'pending' });
    await giveRole(all, all.asker.userId, 'operator');
    await settle(service);
    expect(await all.statuses()).toEqual({ batch: 'pending', policy: over, collection_account: over });
    await giveRole(all, all.asker.userId, 'viewer');
    await settle(service);
    expect(await all.statuses()).toEqual({ batch: over, policy: over, collection_account: over });
  });

  test('also while a plain read still sees them as they were: the due row has become visible first', async () => {
    const all = await askAll();
    await giveRole(all, all.asker.userId, 'viewer');
    table.intercept(async (call, send) => {
      const answer = (await send()) as { readonly Items?: readonly { readonly userId?: string }[] };
      if (call.name !== 'Query' || !answer.Items) return answer;
      const asBefore = (item: { readonly userId?: string }) =>
        item.userId === all.asker.userId ? { ...item, role: 'owner' } : item;
      return { ...answer, Items: answer.Items.map(asBefore) };
    });
    await settle(service);
    expect(await all.statuses()).toEqual({ batch: over, policy: over, collection_account: over });
  });

  test('also where the decision itself sees them once as they were: no commit checks a decision to change nothing', async () => {
    const all = await askAll();
    await giveRole(all, all.asker.userId, 'viewer');
    let stale = 0;
    table.intercept(async (call, send) => {
      type Seen = { readonly userId?: string; readonly _et?: string };
      const answer = (await send()) as { readonly Responses?: Readonly<Record<string, readonly Seen[]>> };
      const [[name, items] = []] = Object.entries(answer.Responses ?? {});
      const isAsker = (item: Seen) => item._et === 'member' && item.userId === all.asker.userId;
      if (call.name !== 'BatchGet' || !name || !items?.some(isAsker) || stale >= 3) return answer;
      stale += 1;
      const asBefore = items.map((item) => (isAsker(item) ? { ...item, role: 'owner' } : item));
      return { ...answer, Responses: { [name]: asBefore } };
    });
    await settle(service);
    expect(stale).toBe(3);
    expect(await all.statuses()).toEqual({ batch: over, policy: over, collection_account: over });
  });

  test('goes on when they may do more than before', async () => {
    const all = await askAll('admin');
    await giveRole(all, all.asker.userId, 'owner');
    await settle(service);
    expect(await all.statuses()).toEqual({ batch: 'pending', collection_account: 'pending' });
    for (const approvalId of Object.values(all.ids)) {
      bodyOf(await vote(service, all.of, approvalId, all.voter(0)));
      await work(service, all.of, approvalId);
    }
    expect(await all.statuses()).toEqual({ batch: 'executed', collection_account: 'executed' });
  });

  test.each(['removal', 'removal, and who joins again', 'demotion'] as const)(
    'is not executed after a %s, though its votes came before the due work',
    async (how) => {
      const all = await askAll();
      const { userId } = all.asker;
      if (how === 'demotion') await giveRole(all, userId, 'viewer');
      else await remove(all, userId);
      if (how === 'removal, and who joins again') {
        const team = { organization: all.of, organizationId: all.of.organizationId, owner: all.owner };
        const members = { ...team, path: membersPath(all) };
        const { token } = bodyOf(await invite(service, members, { role: 'owner', email: 'again@example.com' }), 201);
        bodyOf(await join(service, members, all.asker, token), 201);
      }
      for (const approvalId of Object.values(all.ids)) {
        bodyOf(await vote(service, all.of, approvalId, all.voter(0)));
        await deliver(service, [await hintOf(service, all.of, approvalId)]);
      }
      expect(await all.statuses()).toEqual({ batch: over, policy: over, collection_account: over });
      expect((await all.policy()).approvals).not.toBeNull();
    },
  );

  test('ends by the due work, too, for who has joined again', async () => {
    const all = await askAll();
    await remove(all, all.asker.userId);
    await service.member(all.of.organizationId, 'owner', all.asker.userId);
    await settle(service);
    expect(await all.statuses()).toEqual({ batch: over, policy: over, collection_account: over });
  });

  test('on rows of the release before is told by time', async () => {
    const all = await askAll();
    const { store } = service.runtime;
    const { joinedVersion: _, ...member } =
      (await store.get(memberRef(all.of.organizationId, all.asker.userId))) ?? expect.fail('no member');
    await store.put(MemberEntity, member);
    await remove(all, all.voter(2).userId);
    await settle(service);
    expect(await all.statuses()).toEqual({ batch: 'pending', policy: 'pending', collection_account: 'pending' });
    const later = new Date(service.clock.now + 1).toISOString();
    await store.put(MemberEntity, { ...member, createdAt: later });
    await remove(all, all.voter(1).userId);
    await settle(service);
    expect(await all.statuses()).toEqual({ batch: over, policy: over, collection_account: over });
  });

  test('is confirmed anew by somebody else where it was a run', async () => {
    const all = await askAll('operator');
    await giveRole(all, all.asker.userId, 'viewer');
    const { approvalId } = bodyOf(await act(service, all.of, all.batch, 'confirm', all.owner), 202);
    expect(approvalId).not.toBe(all.ids.batch);
    expect(await all.statuses()).toEqual({ batch: over });
  });

  test('stays where a key of theirs asked that is kept', async () => {
    const all = await governed(service);
    const issuer = await service.member(all.of.organizationId, 'admin');
    const key = await service.key(all.of.organizationId, { issuedBy: issuer.userId });
    const { approvalId } = await pend(service, { ...all, of: { ...all.of, ...key } });
    await remove(all, issuer.userId);
    await settle(service);
    expect(await statusOf(all, approvalId)).toBe('pending');
  });

  test('needs at its execution what its endpoint asks for', () => {
    expect(askingPermissions).toEqual({
      batch: confirmPayoutBatch.permission,
      policy: changePolicy.permission,
      collection_account: registerCollectionAccount.permission,
      payout_link: createPayoutLink.permission,
      payout_link_claim: createPayoutLink.permission,
    });
    expect(createPayout.callers).toEqual(['key']);
  });
});

describe('at once', () => {
  test('an approval that is asked for while approvals are lifted is never made, or fails', async () => {
    const all = await governed(service);
    const lifting = await all.ask({ approvals: null });
    bodyOf(await vote(service, all.of, lifting, all.voter(0)));
    const late = service.process(
      beforeFirst('TransactWrite', () => work(service, all.of, lifting)),
      { rails: rail.rails },
    );
    const { destinationAccountId } = all.recipient.methods[0];
    const path = `/payments/organizations/${all.of.organizationId}/payouts`;
    expect(bodyOf(await late.post(path, all.of, { amount: '99.00', destinationAccountId }))).toHaveProperty('payoutId');
  });

  test('a second change during a recount is counted, too', async () => {
    const all = await governed(service);
    const { approvalId } = await pend(service, all);
    await remove(all, all.voter(2).userId);
    const key = recountWork(all.of.organizationId);
    const hint = { ...key, dueAt: (await workOf(service.runtime, key))?.dueAt ?? 0 };
    service.clock.now = Math.max(service.clock.now, hint.dueAt);
    const lifting = await all.ask({ approvals: null });
    bodyOf(await vote(service, all.of, lifting, all.voter(0)));
    const lift = await hintOf(service, all.of, lifting);
    let isLifted = false;
    table.intercept(async (call, send) => {
      const answer = await send();
      const isListing = call.name === 'Query' && JSON.stringify(call.input).includes('APPROVAL#');
      if (isListing && !isLifted) {
        isLifted = true;
        await deliver(service, [lift]);
      }
      return answer;
    });
    await deliver(service, [hint]);
    table.intercept(undefined);
    expect(isLifted).toBe(true);
    await settle(service);
    expect(await statusOf(all, approvalId)).toBe('failed FORBIDDEN');
    expect(await workOf(service.runtime, key)).toBeUndefined();
  });
});

test('a change that leaves voters and quorum as they are counts nothing again', async () => {
  const all = await governed(service);
  bodyOf(await all.change({ approvals: { ...all.approvals, threshold: '1.00' }, limits: { daily: '900.00' } }));
  expect(await workOf(service.runtime, recountWork(all.of.organizationId))).toBeUndefined();
});

describe('a worker that dies while it counts', { timeout: 120_000 }, () => {
  /** Approvals of which one fails and one is approved. @returns whether the worker lived to its end */
  async function kill(call: number, moment: 'before' | 'after'): Promise<boolean> {
    const all = await governed(service, { quorum: 2 });
    const first = await pend(service, all);
    const second = await pend(service, all, { amount: '60.00' });
    for (const { approvalId } of [first, second]) bodyOf(await vote(service, all.of, approvalId, all.voter(0)));
    await all.control({ approvals: undefined });
    const key = recountWork(all.of.organizationId);
    const hint = { ...key, dueAt: (await workOf(service.runtime, key))?.dueAt ?? 0 };
    service.clock.now = Math.max(service.clock.now, hint.dueAt);
    const { intercept, crashed } = crashAt({ call, moment });
    const { client, tableName } = service.runtime.store;
    const store = createStore({ client: wrap(client, intercept), tableName });
    const end = await Promise.race([deliver({ runtime: { ...service.runtime, store } }, [hint]), crashed]);
    await settle(service);
    for (const { approvalId } of [first, second]) expect(await statusOf(all, approvalId)).toBe('failed FORBIDDEN');
    expect(await balanceOf(service, all.of)).toEqual({ available: '1000.00', held: '0.00' });
    await expectSoundBooks(service, all.of);
    return end !== 'crashed';
  }

  test.each(['before', 'after'] as const)('%s any of its calls took effect, loses nothing', async (moment) => {
    let call = 1;
    while (!(await kill(call, moment))) call += 1;
    expect(call).toBeGreaterThan(4);
  });
});

test('what waits for longer than approvals live is checked at its execution', async () => {
  const all = await governed(service);
  const approvalId = await all.ask({ approvals: null });
  bodyOf(await vote(service, all.of, approvalId, all.voter(0)));
  const second = await service.member(all.of.organizationId, 'owner');
  service.clock.advance(3 * approvalLifetimeMs);
  await remove(all, all.owner.userId, second);
  await deliver(service, [await hintOf(service, all.of, approvalId)]);
  expect(await statusOf(all, approvalId)).toBe('failed UNAUTHORIZED');
});

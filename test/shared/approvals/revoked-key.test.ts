import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Approval, ApprovalEntity, approvalLifetimeMs } from '../../../shared/approvals/approval.ts';
import { approvalsPerCommit } from '../../../shared/approvals/approvals-of-key.ts';
import { hashOf } from '../../../shared/approvals/content.ts';
import { requestApproval } from '../../../shared/approvals/request-approval.ts';
import { createStore } from '../../../shared/ground/table/create-store.ts';
import { decideAndCommit } from '../../../shared/journal/commit/decide.ts';
import { revoke, rotateKey } from '../../functions/api-keys/support.ts';
import { expectError } from '../../support/answers.ts';
import { crashAt } from '../../support/crash.ts';
import { FakeRail } from '../../support/fake-rail.ts';
import { beforeFirst, type FaultyTable, readsHead, wrap } from '../../support/faults.ts';
import { bodyOf, deliver, expectSoundBooks, readFeed, settle, type TestOrganization } from '../../support/journey.ts';
import type { TestService } from '../../support/service.ts';
import { workOf } from '../journal/due/support.ts';
import {
  balanceOf,
  type Guarded,
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

const released = ['hold -100.00', 'hold_release 100.00'];
const executed = [...released, 'payout -100.00'];

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

/** An approval that a key has asked for, another key of the organization, and an owner who may revoke both. */
async function asked(options: Parameters<typeof guarded>[1] = {}) {
  const all = await guarded(service, options);
  const owner = await service.member(all.of.organizationId, 'owner');
  const reader: TestOrganization = { ...all.of, ...(await service.key(all.of.organizationId)) };
  const { approvalId } = await pend(service, all);
  const revokeKey = (id = all.of.key.id, by = service) => revoke(by, all.of.organizationId, owner, id);
  return { ...all, owner, reader, approvalId, revokeKey };
}

const statusOf = async ({ of }: Pick<Guarded, 'of'>, approvalId: string) => {
  const { status, failureReason } = await storedApproval(service, of, approvalId);
  return failureReason ? `${status} ${failureReason}` : status;
};

const keyWork = ({ organizationId, key }: TestOrganization) =>
  ({ organizationId, kind: 'approvals', resourceId: key.id }) as const;

/** So many approvals of 1.00 that a key asked for, in a commit or two. */
async function askForMany({ of, recipient }: Guarded, count: number): Promise<string[]> {
  const { organizationId, key } = of;
  const ids = Array.from({ length: count }, () => service.runtime.ids.next('apr', service.clock.now));
  const { destinationAccountId } = recipient.methods[0];
  const content = { recipientId: recipient.recipientId, destinationAccountId, amount: '1.00', amountLeg: 'source' };
  const shown = { apiKeyPrefix: key.prefix, apiKeyId: key.id, issuedBy: key.issuedBy };
  const initiator = { shown, persons: [key.issuedBy], inviters: [] };
  for (let start = 0; start < count; start += 20) {
    await decideAndCommit(service.runtime, {
      organizationId,
      reads: {},
      decide: ({ organization }, draft) => {
        for (const approvalId of ids.slice(start, start + 20)) {
          const hold = { amount: 1_00n, currency: 'USD' };
          requestApproval(draft, organization, { approvalId, kind: 'payout', initiator, content, hold });
        }
        return { reply: { status: 200, body: undefined } };
      },
    });
  }
  return ids;
}

describe('the revocation of a key ends what it asked for, in its commit', () => {
  test('what waits for votes fails with UNAUTHORIZED, and what it held is released', async () => {
    const all = await asked();
    const { approvalId, reader } = all;
    bodyOf(await all.revokeKey());
    expect(await statusOf(all, approvalId)).toBe('failed UNAUTHORIZED');
    expect(await told(service, reader)).toEqual(['payout_approval.requested', 'payout_approval.failed']);
    expect((await readFeed(service, reader)).at(-1)).toMatchObject({
      data: { approvalId, status: 'failed', failureReason: 'UNAUTHORIZED', votes: [] },
    });
    expect(await posted(service, reader)).toEqual(released);
    expect(await balanceOf(service, reader)).toEqual({ available: '1000.00', held: '0.00' });
    const { organizationId } = all.of;
    expect(
      await workOf(service.runtime, { organizationId, kind: 'approvals', resourceId: approvalId }),
    ).toBeUndefined();
    await expectSoundBooks(service, reader);
  });

  test('so does what has its votes and is not yet executed', async () => {
    const all = await asked();
    const { of, voter, approvalId, reader } = all;
    bodyOf(await vote(service, of, approvalId, voter(0)));
    const hint = await hintOf(service, of, approvalId);
    bodyOf(await all.revokeKey());
    await deliver(service, [hint]);
    await settle(service);
    expect(await statusOf(all, approvalId)).toBe('failed UNAUTHORIZED');
    expect(await posted(service, reader)).toEqual(released);
  });

  test('what another key, or a person, asked for stays', async () => {
    const all = await asked();
    const own = await pend(service, { ...all, of: all.reader });
    bodyOf(await all.revokeKey());
    await settle(service);
    expect(await statusOf(all, own.approvalId)).toBe('pending');
    expect(await statusOf(all, all.approvalId)).toBe('failed UNAUTHORIZED');
  });

  test('what has ended stays as it is, and so do payouts', async () => {
    const all = await asked();
    const { of, voter, approvalId, reader } = all;
    const rejected = (await pend(service, all)).approvalId;
    bodyOf(await vote(service, of, rejected, voter(0), 'reject'));
    bodyOf(await vote(service, of, approvalId, voter(0)));
    await work(service, of, approvalId);
    bodyOf(await all.revokeKey());
    await settle(service);
    expect([await statusOf(all, approvalId), await statusOf(all, rejected)]).toEqual(['executed', 'rejected']);
    expect(await told(service, reader)).toContain('payout.completed');
  });

  test('a late vote is CONFLICT, which names the end', async () => {
    const { of, voter, approvalId, revokeKey } = await asked({ quorum: 2 });
    bodyOf(await vote(service, of, approvalId, voter(0)));
    bodyOf(await revokeKey());
    expectError(await vote(service, of, approvalId, voter(1)), 'CONFLICT', { detail: 'the approval is failed' });
  });

  test('repeated, it answers the same and ends nothing twice', async () => {
    const all = await asked();
    const first = bodyOf(await all.revokeKey());
    service.clock.advance(60_000);
    expect(bodyOf(await all.revokeKey())).toEqual(first);
    await settle(service);
    expect(await posted(service, all.reader)).toEqual(released);
  });

  test('an approval that was altered stays held: somebody has to look', async () => {
    const all = await asked();
    const approval = await storedApproval(service, all.of, all.approvalId);
    await service.runtime.store.put(ApprovalEntity, { ...approval, content: '{}' });
    bodyOf(await all.revokeKey());
    await settle(service);
    expect(await posted(service, all.reader)).not.toContain('hold_release 100.00');
  });
});

test('a key that ends by rotation leaves what it asked for to its approvers', async () => {
  const all = await asked();
  const { of, owner, voter, approvalId } = all;
  const deadline = new Date(service.clock.now + 1_000).toISOString();
  await rotateKey(service, of.key.id, owner, { deadline });
  service.clock.advance(1_000);
  await settle(service);
  expect(await statusOf(all, approvalId)).toBe('pending');
  bodyOf(await vote(service, of, approvalId, voter(0)));
  await work(service, of, approvalId);
  expect(await statusOf(all, approvalId)).toBe('executed');
});

describe('where there are more than a commit takes', () => {
  test('the rest ends as due work, in commits of the same size', { timeout: 60_000 }, async () => {
    const all = await asked();
    const ids = [all.approvalId, ...(await askForMany(all, 3 * approvalsPerCommit))];
    const statuses = async () => Promise.all(ids.map((id) => statusOf(all, id)));
    bodyOf(await all.revokeKey());
    expect((await statuses()).filter((status) => status === 'failed UNAUTHORIZED')).toHaveLength(approvalsPerCommit);
    await settle(service);
    expect(new Set(await statuses())).toEqual(new Set(['failed UNAUTHORIZED']));
    expect(await workOf(service.runtime, keyWork(all.of))).toBeUndefined();
    expect(await balanceOf(service, all.reader)).toEqual({ available: '1000.00', held: '0.00' });
  });

  test('nothing of the rest is executed meanwhile, whenever its votes came', { timeout: 60_000 }, async () => {
    const all = await asked();
    const { of, voter, approvalId, reader } = all;
    service.clock.advance(1);
    await askForMany(all, approvalsPerCommit);
    bodyOf(await all.revokeKey());
    expect(await statusOf(all, approvalId)).toBe('pending');
    expect(bodyOf(await vote(service, of, approvalId, voter(0))).status).toBe('approved');
    await deliver(service, [await hintOf(service, of, approvalId)]);
    expect(await statusOf(all, approvalId)).toBe('failed UNAUTHORIZED');
    await settle(service);
    expect(await posted(service, reader)).not.toContain('payout -100.00');
    expect(await balanceOf(service, reader)).toEqual({ available: '1000.00', held: '0.00' });
  });

  test('one that is older than approvals live is not executed either', async () => {
    const all = await asked();
    const { of, voter, approvalId } = all;
    bodyOf(await vote(service, of, approvalId, voter(0)));
    rail.price = async () => Promise.reject(new Error('no route to host'));
    await work(service, of, approvalId);
    service.clock.advance(3 * approvalLifetimeMs);
    bodyOf(await all.revokeKey());
    expect(await statusOf(all, approvalId)).toBe('approved');
    rail.price = new FakeRail().price;
    await work(service, of, approvalId);
    expect(await statusOf(all, approvalId)).toBe('failed UNAUTHORIZED');
  });
});

describe('at once', () => {
  test('an approval that is asked for while its key is revoked is never made, or ends', async () => {
    const all = await asked();
    const late = service.process(
      beforeFirst('TransactWrite', () => all.revokeKey()),
      { rails: rail.rails },
    );
    const { destinationAccountId } = all.recipient.methods[0];
    const path = `/payments/organizations/${all.of.organizationId}/payouts`;
    expectError(await late.post(path, all.of, { amount: '99.00', destinationAccountId }), 'UNAUTHORIZED');
    await settle(service);
    expect(await posted(service, all.reader)).toEqual(released);
  });

  test('one that is asked for between the look at what is open and the revocation ends as due work', async () => {
    const all = await asked();
    let second = '';
    const between = service.process(async (call, send) => {
      if (readsHead(call) && !second) ({ approvalId: second } = await pend(service, all, { amount: '60.00' }));
      return send();
    });
    bodyOf(await all.revokeKey(all.of.key.id, between));
    expect(second).not.toBe('');
    expect(await statusOf(all, second)).toBe('pending');
    await settle(service);
    expect(await statusOf(all, second)).toBe('failed UNAUTHORIZED');
    expect(await balanceOf(service, all.reader)).toEqual({ available: '1000.00', held: '0.00' });
  });

  test('the revocation between the price of an execution and its commit: no payout is made', async () => {
    const all = await asked();
    const { of, voter, approvalId, reader } = all;
    bodyOf(await vote(service, of, approvalId, voter(0)));
    const price = new FakeRail().price;
    rail.price = async (corridor, wanted) => {
      bodyOf(await all.revokeKey());
      return price(corridor, wanted);
    };
    await work(service, of, approvalId);
    expect(await statusOf(all, approvalId)).toBe('failed UNAUTHORIZED');
    expect(await posted(service, reader)).toEqual(released);
    await expectSoundBooks(service, reader);
  });

  test('revocation and worker: one wins, and money follows it', { timeout: 60_000 }, async () => {
    for (let round = 0; round < 5; round += 1) {
      const all = await asked();
      const { of, voter, approvalId, reader } = all;
      bodyOf(await vote(service, of, approvalId, voter(0)));
      const hint = await hintOf(service, of, approvalId);
      await Promise.all([all.revokeKey().then(bodyOf), deliver(service, [hint])]);
      await settle(service);
      const status = await statusOf(all, approvalId);
      expect(['executed', 'failed UNAUTHORIZED']).toContain(status);
      expect(await posted(service, reader)).toEqual(status === 'executed' ? executed : released);
      await expectSoundBooks(service, reader);
    }
  });
});

test('an approval of an earlier release, which does not name the key, ends with it', async () => {
  const all = await asked();
  const { initiator, ...rest } = await storedApproval(service, all.of, all.approvalId);
  const { apiKeyId, ...nameless } = initiator;
  expect(apiKeyId).toBe(all.of.key.id);
  const before: Approval = { ...rest, initiator: nameless };
  await service.runtime.store.put(ApprovalEntity, { ...before, hash: hashOf(before) });
  bodyOf(await all.revokeKey());
  expect(await statusOf(all, all.approvalId)).toBe('failed UNAUTHORIZED');
});

describe('a worker that dies while it ends what a key asked for', { timeout: 120_000 }, () => {
  /** @returns whether the worker lived to its end */
  async function kill(call: number, moment: 'before' | 'after'): Promise<boolean> {
    const all = await asked();
    const ids = await askForMany(all, approvalsPerCommit);
    bodyOf(await all.revokeKey());
    const hint = { ...keyWork(all.of), dueAt: (await workOf(service.runtime, keyWork(all.of)))?.dueAt ?? 0 };
    service.clock.now = Math.max(service.clock.now, hint.dueAt);
    const { intercept, crashed } = crashAt({ call, moment });
    const { client, tableName } = service.runtime.store;
    const store = createStore({ client: wrap(client, intercept), tableName });
    const end = await Promise.race([deliver({ runtime: { ...service.runtime, store } }, [hint]), crashed]);
    await settle(service);
    const statuses = await Promise.all([all.approvalId, ...ids].map((id) => statusOf(all, id)));
    expect(new Set(statuses)).toEqual(new Set(['failed UNAUTHORIZED']));
    expect(await balanceOf(service, all.reader)).toEqual({ available: '1000.00', held: '0.00' });
    await expectSoundBooks(service, all.reader);
    return end !== 'crashed';
  }

  test.each(['before', 'after'] as const)('%s any of its calls took effect, loses nothing', async (moment) => {
    let call = 1;
    while (!(await kill(call, moment))) call += 1;
    expect(call).toBeGreaterThan(4);
  });
});

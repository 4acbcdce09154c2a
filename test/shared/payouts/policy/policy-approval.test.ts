import { beforeAll, describe, expect, test } from 'vitest';
import { ApprovalEntity } from '../../../../shared/approvals/approval.ts';
import { hashOf } from '../../../../shared/approvals/content.ts';
import { expectError } from '../../../support/answers.ts';
import { bodyOf, deliver, expectSoundBooks, readFeed, settle } from '../../../support/journey.ts';
import type { TestService } from '../../../support/service.ts';
import { approvalOf, hintOf, startApprovals, storedApproval, vote, work } from '../../approvals/support.ts';
import { setControls, suspend } from '../../journal/commit/support.ts';
import { governed } from './support.ts';

let service: TestService;

beforeAll(async () => {
  ({ service } = await startApprovals());
});

type Governed = Awaited<ReturnType<typeof governed>>;

const cap = (single: string | null) => ({ limits: { single } });
const singleOf = async ({ policy }: Governed) => (await policy()).limits.single;

/** An organization with a cap of 200.00, and a change to 300.00 that waits. */
async function raising(options: Parameters<typeof governed>[1] = {}) {
  const all = await governed(service, options);
  bodyOf(await all.change(cap('200.00')));
  return { ...all, approvalId: await all.ask(cap('300.00')) };
}

async function failureOf({ of }: Governed, approvalId: string): Promise<string | undefined> {
  const { status, failureReason } = await storedApproval(service, of, approvalId);
  return status === 'failed' ? failureReason : status;
}

describe('a loosening change of the policy', () => {
  test('holds once its approvers agree, and the feed tells it', async () => {
    const all = await raising({ quorum: 2 });
    const { of, voter, approvalId } = all;
    bodyOf(await vote(service, of, approvalId, voter(0)));
    expect(await singleOf(all)).toBe('200.00');
    expect(bodyOf(await vote(service, of, approvalId, voter(1))).status).toBe('approved');
    await work(service, of, approvalId);
    expect(await singleOf(all)).toBe('300.00');
    const events = await readFeed(service, of, 'type=payout_approval.requested,payout_approval.executed');
    expect(events.map(({ type, data }) => [type, data.kind, data.policy])).toEqual([
      ['payout_approval.requested', 'policy', { from: cap('200.00'), to: cap('300.00') }],
      ['payout_approval.executed', 'policy', { from: cap('200.00'), to: cap('300.00') }],
    ]);
    expect(events.at(-1)).not.toHaveProperty('data.payoutId');
    await expectSoundBooks(service, of);
  });

  test('cannot be approved by the owner who asked, but by another one', async () => {
    const { of, owner, change, policy } = await governed(service, { named: false });
    const second = await service.member(of.organizationId, 'owner');
    const { approvalId } = bodyOf(await change({ approvals: null }), 202);
    expectError(await vote(service, of, approvalId, owner), 'FORBIDDEN');
    expectError(await vote(service, of, approvalId, owner, 'reject'), 'FORBIDDEN');
    bodyOf(await vote(service, of, approvalId, second));
    await work(service, of, approvalId);
    expect((await policy()).approvals).toBeNull();
    bodyOf(await change(cap('1.00')));
    bodyOf(await change(cap(null)));
  });

  test('changes nothing when it is rejected, or expires', async () => {
    const all = await raising();
    const { of, voter, approvalId } = all;
    bodyOf(await vote(service, of, approvalId, voter(1), 'reject'));
    await settle(service);
    const late = await all.ask(cap('400.00'));
    await work(service, of, late);
    expect((await approvalOf(service, of, late)).status).toBe('expired');
    expect((await approvalOf(service, of, approvalId)).status).toBe('rejected');
    expect(await singleOf(all)).toBe('200.00');
    const types = (await readFeed(service, of)).map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(['payout_approval.rejected', 'payout_approval.expired']));
  });

  test('leaves alone what it does not name', async () => {
    const all = await raising();
    bodyOf(await all.change({ limits: { daily: '400.00' }, velocity: { payouts: 2, minutes: 5 } }));
    await all.agree(all.approvalId);
    expect(await all.policy()).toMatchObject({
      limits: { single: '300.00', daily: '400.00' },
      velocity: { payouts: 2, minutes: 5 },
      approvals: all.approvals,
    });
  });

  test('that was asked for before there was a daily threshold holds, unless one was set meanwhile', async () => {
    const all = await governed(service);
    const { dailyThreshold: _, ...rules } = all.approvals;
    const ask = async (threshold: string) => {
      const approvalId = await all.ask({ approvals: { ...rules, threshold } });
      const approval = await storedApproval(service, all.of, approvalId);
      const content = approval.content.replace('"dailyThreshold":null,', '');
      expect(content).not.toBe(approval.content);
      await service.runtime.store.put(ApprovalEntity, { ...approval, content, hash: hashOf({ ...approval, content }) });
      return approvalId;
    };
    const first = await ask('60.00');
    await all.agree(first);
    expect(await failureOf(all, first)).toBe('executed');
    const second = await ask('70.00');
    bodyOf(await all.change({ approvals: { ...rules, threshold: '60.00', dailyThreshold: '9.00' } }));
    await all.agree(second);
    expect(await failureOf(all, second)).toBe('CONFLICT');
  });

  test('does not undo what was tightened while it waited: it fails with CONFLICT', async () => {
    const all = await raising();
    bodyOf(await all.change(cap('10.00')));
    await all.agree(all.approvalId);
    expect(await failureOf(all, all.approvalId)).toBe('CONFLICT');
    expect(await singleOf(all)).toBe('10.00');
    expect((await readFeed(service, all.of)).at(-1)).toMatchObject({
      type: 'payout_approval.failed',
      data: { kind: 'policy', failureReason: 'CONFLICT' },
    });
  });

  test('does not bring back an approver who was taken off while it waited', async () => {
    const all = await governed(service);
    const [first = '', second = '', ...others] = all.approvals.approvers;
    const more = await service.member(all.of.organizationId, 'operator');
    const approvalId = await all.ask({
      approvals: { ...all.approvals, approvers: [first, second, ...others, more.userId] },
    });
    bodyOf(await all.change({ approvals: { ...all.approvals, approvers: [first, second] } }));
    await all.agree(approvalId);
    expect(await failureOf(all, approvalId)).toBe('CONFLICT');
    expect((await all.policy()).approvals.approvers).toEqual([first, second]);
  });

  test('fails when whom it names may not vote any more', async () => {
    const all = await governed(service);
    const { of, owner, approvals } = all;
    const more = await service.member(of.organizationId, 'operator');
    const approvalId = await all.ask({ approvals: { ...approvals, approvers: [...approvals.approvers, more.userId] } });
    bodyOf(await vote(service, of, approvalId, all.voter(0)));
    bodyOf(await service.call('DELETE', `/organizations/${of.organizationId}/members/${more.userId}`, owner));
    await work(service, of, approvalId);
    expect(await failureOf(all, approvalId)).toBe('BAD_REQUEST');
    expect((await all.policy()).approvals).toEqual(approvals);
  });

  test('fails when the platform caps it lower meanwhile, and shows the own caps, not the platform’s', async () => {
    const all = await raising();
    await setControls(service.runtime, all.of.organizationId, { platformLimits: { single: 250_00n } });
    await all.agree(all.approvalId);
    expect(await failureOf(all, all.approvalId)).toBe('BAD_REQUEST');
    expect(await singleOf(all)).toBe('200.00');
    await setControls(service.runtime, all.of.organizationId, { platformLimits: { single: 150_00n } });
    const lifting = await all.ask(cap(null));
    expect((await approvalOf(service, all.of, lifting)).policy).toEqual({ from: cap('200.00'), to: cap(null) });
    await all.agree(lifting);
    expect(await singleOf(all)).toBe('150.00');
  });

  test('fails when the organization is suspended', async () => {
    const all = await raising();
    bodyOf(await vote(service, all.of, all.approvalId, all.voter(0)));
    await suspend(service.runtime, all.of.organizationId);
    await work(service, all.of, all.approvalId);
    expect(await failureOf(all, all.approvalId)).toBe('ACCOUNT_BLOCKED');
  });

  test('is executed once, however often its work comes', async () => {
    const all = await raising();
    bodyOf(await vote(service, all.of, all.approvalId, all.voter(0)));
    const hint = await hintOf(service, all.of, all.approvalId);
    await Promise.all([deliver(service, [hint]), deliver(service, [hint])]);
    bodyOf(await all.change(cap('50.00')));
    await deliver(service, [hint]);
    expect(await singleOf(all)).toBe('50.00');
  });

  test('moves nothing when it is not what was voted on', async () => {
    const all = await raising();
    bodyOf(await vote(service, all.of, all.approvalId, all.voter(0)));
    const stored = await storedApproval(service, all.of, all.approvalId);
    await service.runtime.store.put(ApprovalEntity, { ...stored, content: stored.content.replace('300', '900') });
    await work(service, all.of, all.approvalId);
    expect(await singleOf(all)).toBe('200.00');
    expect((await storedApproval(service, all.of, all.approvalId)).status).toBe('approved');
  });
});

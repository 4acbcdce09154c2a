import { beforeAll, beforeEach, expect, test } from 'vitest';
import { leaseMs } from '../../../shared/journal/due/claim-work.ts';
import { dueRef } from '../../../shared/journal/due/due-work.ts';
import { approvalOf, balanceOf, vote, work } from '../../shared/approvals/support.ts';
import { setControls } from '../../shared/journal/commit/support.ts';
import { auditRows } from '../../support/answers.ts';
import { type CrashPoint, crashAt } from '../../support/crash.ts';
import type { Intercept } from '../../support/faults.ts';
import {
  addPayout,
  addRecipient,
  bodyOf,
  deliver,
  expectSoundBooks,
  pathOf,
  readFeed,
  sendPayout,
  settle,
  type TestOrganization,
} from '../../support/journey.ts';
import { perform, performed } from '../../support/operations.ts';
import type { Answer, TestService } from '../../support/service.ts';
import { act, advance, fatesOf, linesTo, submitted } from '../batches/support.ts';
import { listedNumber, liveOrganization, rescreen, type ScreenedService, startScreened } from './screened-service.ts';

type Body = Answer['body'];

let screened: ScreenedService;
let service: TestService;

beforeAll(async () => {
  screened = await startScreened();
  service = screened.service;
});

let of: TestOrganization;
let recipient: Body;
let queued: Body;
let approvalId: string;
let batch: Body;

const listIt = () => screened.list('TVEITSTAD, Jorun');

/** A recipient for whom a payout is queued, and another and a run that have their votes. */
async function pending(): Promise<void> {
  screened.list();
  of = await liveOrganization(service);
  recipient = await addRecipient(service, of, { name: 'Jorun Tveitstad' });
  queued = await addPayout(service, of, { recipient, amount: '10.00' });
  batch = await submitted(service, of, linesTo(recipient, 3), { autoCommit: false });
  await advance(service, of, batch);
  const approvals = { threshold: 50_00n, quorum: 1, approvers: [] };
  const [voter] = [await service.member(of.organizationId, 'admin'), await service.member(of.organizationId, 'admin')];
  await setControls(service.runtime, of.organizationId, { approvals });
  ({ approvalId } = bodyOf(await sendPayout(service, of, recipient), 202));
  const run = bodyOf(await act(service, of, batch, 'confirm', of), 202);
  for (const approval of [approvalId, run.approvalId]) bodyOf(await vote(service, of, approval, voter));
}

const hint = () => ({
  kind: 'rails' as const,
  organizationId: of.organizationId,
  resourceId: queued.payoutId,
  dueAt: service.clock.now,
});

/** Nothing was sent, and all of the money is back. */
async function expectUnpaid(): Promise<void> {
  await settle(service);
  const { data } = bodyOf(await service.get(`/recipients/${of.organizationId}`, of));
  expect(data).toMatchObject([{ status: 'blocked' }]);
  expect(screened.rail.payments.get(queued.payoutId)).toBeUndefined();
  expect(bodyOf(await service.get(`${pathOf(of)}/orders/${queued.payoutId}`, of))).toMatchObject({
    status: 'failed',
    failureCode: 'compliance_rejected',
    fundsReturned: true,
  });
  expect(await readFeed(service, of, 'type=payout.failed')).toHaveLength(1);
  const due = dueRef({ organizationId: of.organizationId, kind: 'rails', resourceId: queued.payoutId });
  expect(await service.runtime.store.get(due)).toBeUndefined();
  expect(await approvalOf(service, of, approvalId)).toMatchObject({
    status: 'failed',
    failureReason: 'PAYOUT_REFUSED',
  });
  expect(await fatesOf(service, of, batch)).toEqual({ 'create_failed PAYOUT_REFUSED': 3 });
  expect(await balanceOf(service, of)).toEqual({ available: '1000.00', held: '0.00' });
  await expectSoundBooks(service, of);
}

/** How many calls of the table something makes. */
async function callsOf(run: (on: TestService) => Promise<unknown>): Promise<number> {
  let calls = 0;
  const counting: Intercept = (_call, send) => {
    calls += 1;
    return send();
  };
  await run(on(counting));
  return calls;
}

const on = (intercept: Intercept) => service.process(intercept, { rails: screened.rails });

function pointsUpTo(calls: number): CrashPoint[] {
  return Array.from({ length: calls }, (_, index) => index + 1).flatMap((call) => [
    { call, moment: 'before' as const },
    { call, moment: 'after' as const },
  ]);
}

async function killed(point: CrashPoint, run: (on: TestService) => Promise<unknown>): Promise<void> {
  const { intercept, crashed } = crashAt(point);
  await Promise.race([run(on(intercept)), crashed]);
  service.clock.advance(leaseMs);
}

beforeEach(pending);

test('a run that is killed at any call, before or after it took effect, is finished by the next', async () => {
  const part = (process: TestService) => performed(process, 'rescreen', {});
  listIt();
  const calls = await callsOf(part);
  await expectUnpaid();
  expect(calls).toBeGreaterThanOrEqual(5);
  for (const point of pointsUpTo(calls)) {
    await pending();
    listIt();
    await killed(point, part);
    await rescreen(service);
    await expectUnpaid();
    const blocks = (await auditRows(service, of)).filter(({ action }) => action === 'recipient.block');
    expect(blocks).toMatchObject([{ resourceId: recipient.recipientId, outcome: 'succeeded' }]);
  }
});

test('a worker that is killed at any call while it fails the payout is succeeded by one that gives it back once', async () => {
  const advanceOnce = (process: TestService) => deliver(process, [hint()]);
  const block = async () => {
    listIt();
    await rescreen(service);
  };
  await block();
  const calls = await callsOf(advanceOnce);
  await expectUnpaid();
  expect(calls).toBeGreaterThanOrEqual(5);
  for (const point of pointsUpTo(calls)) {
    await pending();
    await block();
    await killed(point, advanceOnce);
    await expectUnpaid();
  }
});

test('an operator who is killed while the lift of a block is confirmed lifts it, or can confirm it again', async () => {
  const lift = async () => {
    listIt();
    await rescreen(service);
    const { recipientId } = recipient;
    const input = { organizationId: of.organizationId, recipientId, entries: [listedNumber], reason: 'another person' };
    return (await performed(service, 'lift-block', input)).proposalId as string;
  };
  let proposalId = await lift();
  const confirm = (process: TestService) => {
    const input = { organizationId: of.organizationId, proposalId, decision: 'execute' };
    return perform(process, 'confirm', input, { operator: 'ben' });
  };
  const calls = await callsOf(confirm);
  for (const point of pointsUpTo(calls)) {
    await pending();
    proposalId = await lift();
    await killed(point, confirm);
    expect((await confirm(service)).result).toMatchObject({ status: 'executed' });
    const { data } = bodyOf(await service.get(`/recipients/${of.organizationId}`, of));
    expect(data).toMatchObject([{ status: 'active' }]);
    await work(service, of, approvalId);
    await settle(service);
    await expectSoundBooks(service, of);
  }
});

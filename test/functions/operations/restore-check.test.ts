import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { createStore } from '../../../shared/ground/table/create-store.ts';
import { refTo } from '../../../shared/ground/table/expressions.ts';
import type { Store } from '../../../shared/ground/table/store.ts';
import { timeOfId } from '../../../shared/ground/time/ids.ts';
import { dueRef } from '../../../shared/journal/due/due-work.ts';
import { EventEntity } from '../../../shared/journal/rows/event.ts';
import { type Payout, PayoutEntity } from '../../../shared/payouts/payout/payout.ts';
import type { PayoutRail } from '../../../shared/ports/payout-rail.ts';
import { RailRecordEntity } from '../../../shared/providers/records/rail-record.ts';
import { rememberingRail } from '../../../shared/providers/sandbox/payouts/remembering-rail.ts';
import { sandboxRails } from '../../../shared/providers/sandbox/rails-without-network.ts';
import { approvalOf, guarded, pend, vote } from '../../shared/approvals/support.ts';
import { auditRows, expectError, storedItems } from '../../support/answers.ts';
import { createTestTable } from '../../support/dynamodb.ts';
import { findingsOf } from '../../support/findings-of.ts';
import {
  addRecipient,
  bodyOf,
  deliver,
  expectSoundBooks,
  fund,
  fundedOrganization,
  pathOf,
  readFeed,
  sendPayout,
  settle,
  type TestOrganization,
} from '../../support/journey.ts';
import { expectRefusal, perform, performed } from '../../support/operations.ts';
import { restoreBackup, takeBackup } from '../../support/restored-table.ts';
import { type Answer, TestService } from '../../support/service.ts';

type Body = Answer['body'];

const hourMs = 60 * 60 * 1000;

/** What every run says that does not release. */
const linksWait = 'open payout links of before the restore keep what they hold until a run with --release';

let service: TestService;
let memory: Store;
let rail: PayoutRail;
let of: TestOrganization;
let recipient: Body;
let restorePoint: number;
let backup: Awaited<ReturnType<typeof takeBackup>>;

beforeEach(async () => {
  memory = createStore(await createTestTable());
  rail = rememberingRail(memory);
  // A test may put another rail in its place.
  service = await TestService.start({
    rails: (mode) => (mode === 'sandbox' ? { ...sandboxRails, payouts: { sandbox: rail } } : undefined),
  });
  of = await fundedOrganization(service);
  recipient = await addRecipient(service, of);
});

/** The point to which `restore` returns. */
async function backUp(): Promise<void> {
  restorePoint = service.clock.now;
  backup = await takeBackup(service.runtime.store);
  service.clock.advance(1_000);
}

/** Puts the table back; hints that are under way are gone too. */
async function restore(): Promise<void> {
  await restoreBackup(service.runtime.store, backup);
  service.hints.take();
  service.clock.advance(hourMs);
}

interface Wish {
  readonly settle?: boolean;
  readonly release?: boolean;
  readonly since?: number;
}

/** A whole run, page by page. */
async function check(wish: Wish = {}, between?: () => Promise<unknown>, pauseMs = 10_000) {
  service.clock.advance(pauseMs);
  const { since = restorePoint, ...flags } = wish;
  const input = { since: new Date(since).toISOString(), ...flags };
  const [findings, notes]: [string[], string[]] = [[], []];
  for (let progress: unknown; ; ) {
    const page = await performed(service, 'restore-check', { ...input, ...(progress !== undefined && { progress }) });
    findings.push(...page.findings);
    notes.push(...page.notes);
    if (page.progress === undefined) return { findings, notes };
    progress = page.progress;
    await between?.();
  }
}

/** A payout of 100.00, and how to send the same request again. */
async function pay(to: Body = recipient) {
  const { destinationAccountId } = to.methods[0];
  const request = { amount: '100.00', destinationAccountId, reference: randomUUID() };
  const idempotencyKey = randomUUID();
  const send = () => service.post(`${pathOf(of)}/payouts`, of, request, { idempotencyKey });
  return { first: bodyOf(await send()), again: send, request };
}

const paid = async () => (await takeBackup(memory)).map(({ key }) => key);
const balance = async () => bodyOf(await service.get(`${pathOf(of)}/balance`, of)).available;
const order = (payoutId: string) => service.get(`${pathOf(of)}/orders/${payoutId}`, of);
const statusOf = async () =>
  (await performed(service, 'show', { organizationId: of.organizationId })).organization.status;
const storedPayout = async (payoutId: string) =>
  (await service.runtime.store.get(refTo(PayoutEntity, { organizationId: of.organizationId, payoutId }))) as Payout;

describe('a payout that was accepted and sent after the restore point', () => {
  test('is found, and its organization suspended at once; its repetition pays nobody', async () => {
    await backUp();
    const { first, again } = await pay();
    await settle(service);
    await restore();
    const { findings, notes } = await check();
    expect(findings).toEqual([
      `${of.organizationId}: ${first.payoutId}: the rail has it (91.54 EUR, completed, for 100.00 USD), the table has not; --settle writes it back`,
    ]);
    expect(notes).toEqual([
      expect.stringContaining(`${of.organizationId}: stays suspended until this is settled`),
      linksWait,
    ]);
    expectError(await again(), 'ACCOUNT_BLOCKED');
    expect(await paid()).toEqual([first.payoutId]);
    const audited = await auditRows(service, of);
    const [suspended, ...more] = audited.filter(({ action }) => action === 'organization.suspend');
    expect(more).toEqual([]);
    // It is found by its request id.
    expect(timeOfId(String(suspended?.requestId))).toBe(suspended?.at);
  });

  test('is written back with its debit, and its repetition is answered with it: it is not paid twice', async () => {
    await backUp();
    const { first, again, request } = await pay();
    await settle(service);
    const before = await balance();
    const answered = bodyOf(await order(first.payoutId));
    await restore();
    await check();
    const { findings } = await check({ settle: true });
    expect(findings).toEqual([]);
    expect(await statusOf()).toBe('suspended');
    const { notes } = await check({ release: true });
    expect(notes).toEqual([expect.stringContaining(`${of.organizationId}: released`)]);

    const replay = await again();
    expect(replay.headers['idempotency-replayed']).toBe('true');
    expect(bodyOf(replay)).toEqual(first);
    await settle(service);
    expect(await paid()).toEqual([first.payoutId]);
    expect(await balance()).toBe(before);
    expect(bodyOf(await order(first.payoutId))).toEqual({ ...answered, updatedAt: expect.any(String) });
    const found = bodyOf(await service.get(`${pathOf(of)}/orders?reference=${request.reference}`, of));
    expect(found.data.map(({ payoutId }: Body) => payoutId)).toEqual([first.payoutId]);
    const types = (await readFeed(service, of)).map(({ type, data }) => [type, data.payoutId]);
    expect(types.slice(-2)).toEqual([
      ['payout.pending', first.payoutId],
      ['payout.completed', first.payoutId],
    ]);
    await expectSoundBooks(service, of);
    expect(await findingsOf(service, of)).toEqual([]);
  });

  test('without the check would be paid again by its repetition', async () => {
    await backUp();
    const { first, again } = await pay();
    await settle(service);
    await restore();
    const second = bodyOf(await again());
    await settle(service);
    expect((await paid()).sort()).toEqual([first.payoutId, second.payoutId].sort());
  });

  test.each([
    ['returned_by_bank', 'returned'],
    ['account_invalid', 'failed'],
  ])('and came back (%s) gives its money back when it is written back', async (outcome, status) => {
    const payee = await addRecipient(service, of, { outcome });
    await backUp();
    const { first } = await pay(payee);
    await settle(service);
    const before = await balance();
    await restore();
    expect((await check({ settle: true })).findings).toEqual([]);
    expect(bodyOf(await order(first.payoutId))).toMatchObject({ status, fundsReturned: true });
    expect(await balance()).toBe(before);
    await expectSoundBooks(service, of);
  });

  test('to a recipient who is lost as well needs no recipient to be written back', async () => {
    await backUp();
    const { first } = await pay(await addRecipient(service, of, { serial: 7 }));
    await settle(service);
    await restore();
    expect((await check({ settle: true })).findings).toEqual([]);
    expect(bodyOf(await order(first.payoutId))).toMatchObject({ status: 'completed' });
    await settle(service);
    expect(await paid()).toEqual([first.payoutId]);
  });

  test('that the rail has not ended goes on by the worker, which asks before it sends', async () => {
    await backUp();
    const { first } = await pay();
    const { organizationId } = of;
    await deliver(service, [{ kind: 'rails', organizationId, resourceId: first.payoutId, dueAt: service.clock.now }]);
    await restoreBackup(service.runtime.store, backup);
    expect((await check({ settle: true }, undefined, 0)).findings).toEqual([]);
    rail = { ...rail, submit: () => Promise.reject(new Error('it was sent before')) };
    expect(bodyOf(await order(first.payoutId))).toMatchObject({ status: 'processing' });
    await settle(service);
    expect(bodyOf(await order(first.payoutId))).toMatchObject({ status: 'completed' });
    expect(await paid()).toEqual([first.payoutId]);
  });

  test('came of an approval that is open again: it ends as executed, and nobody can vote it into a second payment', async () => {
    const approvers = await guarded(service);
    of = approvers.of;
    const { approvalId } = await pend(service, approvers);
    await backUp();
    bodyOf(await vote(service, of, approvalId, approvers.voter(0)));
    await settle(service);
    const { payoutId } = await approvalOf(service, of, approvalId);
    await restore();
    expect((await check({ settle: true })).findings).toEqual([]);
    expect(await approvalOf(service, of, approvalId)).toMatchObject({ status: 'executed', payoutId });
    expect((await vote(service, of, approvalId, approvers.voter(1))).status).toBe(409);
    await settle(service);
    expect(await paid()).toEqual([payoutId]);
    await expectSoundBooks(service, of);
  });

  test('came of an approval that is lost as well: the repetition of its request asks nobody to vote again', async () => {
    const approvers = await guarded(service);
    of = approvers.of;
    await backUp();
    const { destinationAccountId } = approvers.recipient.methods[0];
    const idempotencyKey = randomUUID();
    const request = { amount: '100.00', destinationAccountId };
    const send = () => service.post(`${pathOf(of)}/payouts`, of, request, { idempotencyKey });
    const { approvalId } = bodyOf(await send(), 202);
    bodyOf(await vote(service, of, approvalId, approvers.voter(0)));
    await settle(service);
    await restore();
    expect((await check({ settle: true })).findings).toEqual([]);
    expect(bodyOf(await send())).toMatchObject({ payoutId: (await paid())[0], approvalId });
  });
});

describe('what cannot be written back is said, and keeps its organization suspended:', () => {
  test('a payout that the restored balance does not cover, until the lost deposit is credited', async () => {
    of = await service.organization();
    recipient = await addRecipient(service, of);
    await backUp();
    await fund(service, of);
    const { first } = await pay();
    await settle(service);
    await restore();
    const { findings } = await check({ settle: true, release: true });
    expect(findings).toEqual([
      expect.stringContaining(
        `adjust ${of.organizationId} credit 100.00 USD --reason 'payout ${first.payoutId}, lost by a restore'`,
      ),
    ]);
    expect(await statusOf()).toBe('suspended');
    const deposit = { organizationId: of.organizationId, amount: '1000.00', currency: 'USD', externalId: 'bank-1' };
    await performed(service, 'credit-deposit', deposit);
    expect((await check({ settle: true, release: true })).findings).toEqual([]);
    expect(await statusOf()).toBe('active');
    expect(await balance()).toBe('900.00');
  });

  test('a payment whose memo cannot be read', async () => {
    await backUp();
    const { first } = await pay();
    await settle(service);
    await restore();
    await rewrite(first.payoutId, { memo: '{"release":2}' });
    const { findings } = await check({ settle: true });
    expect(findings).toEqual([expect.stringContaining('its memo cannot be read: adjust, then resume')]);
  });

  test('a payment that differs from its payout', async () => {
    const { first } = await pay();
    await settle(service);
    await backUp();
    await rewrite(first.payoutId, { destinationAmount: 1n });
    const { findings } = await check({ settle: true });
    expect(findings).toEqual([
      `${of.organizationId}: ${first.payoutId}: the rail has destinationAmount 1, the table destinationAmount 9154; ask the rail, adjust, then resume`,
    ]);
    expect(await statusOf()).toBe('suspended');
  });

  test('a payment whose status cannot follow', async () => {
    const { first } = await pay();
    await settle(service);
    await backUp();
    await rewrite(first.payoutId, { outcome: 'account_invalid' });
    const { findings } = await check({ settle: true });
    expect(findings).toEqual([expect.stringContaining('the rail says failed, which cannot follow on completed')]);
  });

  test('books that do not add up', async () => {
    const { first } = await pay();
    await settle(service);
    await backUp();
    const [sequence = 0] = (await storedPayout(first.payoutId)).eventSequences;
    await service.runtime.store.remove(refTo(EventEntity, { organizationId: of.organizationId, sequence }), {});
    const { findings, notes } = await check({ settle: true, release: true });
    expect(findings).toContain(`${of.organizationId}: ${first.payoutId} names event ${sequence}, which does not exist`);
    expect(notes).toEqual([expect.stringContaining('stays suspended')]);
    expect(await statusOf()).toBe('suspended');
  });

  test('an organization that was made after the restore point', async () => {
    await backUp();
    of = await fundedOrganization(service);
    recipient = await addRecipient(service, of);
    const { first } = await pay();
    await settle(service);
    await restore();
    const { findings, notes } = await check({ settle: true });
    expect(findings).toEqual([expect.stringMatching(new RegExp(`${first.payoutId}.* is lost as well$`))]);
    expect(notes).toEqual([`${of.organizationId}: is lost`, linksWait]);
  });
});

describe('what needs nothing:', () => {
  test('a payout that is pending here and completed at its rail: the worker goes on with the same key', async () => {
    const { first } = await pay();
    await backUp();
    await settle(service);
    await restore();
    expect(bodyOf(await order(first.payoutId))).toMatchObject({ status: 'pending' });
    expect((await check()).findings).toEqual([]);
    expect(await statusOf()).toBe('active');
    await settle(service);
    expect(bodyOf(await order(first.payoutId))).toMatchObject({ status: 'completed' });
    expect(await paid()).toEqual([first.payoutId]);
    await expectSoundBooks(service, of);
  });

  test('a payout that was accepted and not sent: its repetition pays for the first time', async () => {
    await backUp();
    const { first, again } = await pay();
    await restore();
    expect(await check()).toEqual({ findings: [], notes: [linksWait] });
    const second = bodyOf(await again());
    expect(second.payoutId).not.toBe(first.payoutId);
    await settle(service);
    expect(await paid()).toEqual([second.payoutId]);
  });

  test('payouts that are accepted and sent while it runs', async () => {
    // One for each page, and there are as many pages as partitions of the rail's memory that the payments fall into.
    await fund(service, of, '10000.00');
    await pay();
    await settle(service);
    await backUp();
    const between = async () => {
      await pay();
      await settle(service);
    };
    const { findings, notes } = await check({}, between);
    expect(findings).toEqual([]);
    expect(notes).toEqual([expect.stringContaining(`${of.organizationId}: sound`), linksWait]);
  });

  test('what was sent more than an hour before the restore point', async () => {
    const { first } = await pay();
    await settle(service);
    service.clock.advance(hourMs + 10_000);
    await backUp();
    await service.runtime.store.remove(refTo(PayoutEntity, await storedPayout(first.payoutId)), {});
    expect(await check()).toEqual({ findings: [], notes: [linksWait] });
    expect((await check({ since: restorePoint - 20_000 })).findings).not.toEqual([]);
  });
});

test('a payout behind its rail for which nothing is due is moved where this is wanted', async () => {
  const { first } = await pay();
  await backUp();
  await settle(service);
  await restore();
  const key = { organizationId: of.organizationId, kind: 'rails' as const, resourceId: first.payoutId };
  await service.runtime.store.remove(dueRef(key), {});
  expect((await check()).findings).toContain(
    `${of.organizationId}: ${first.payoutId}: the rail says completed, the table pending, and nothing is due for it; --settle writes it back`,
  );
  expect((await check({ settle: true, release: true })).findings).toEqual([]);
  expect(bodyOf(await order(first.payoutId))).toMatchObject({ status: 'completed' });
});

describe('only who is suspended by the check is resumed by it:', () => {
  async function withLostPayout(): Promise<void> {
    await backUp();
    await pay();
    await settle(service);
    await restore();
  }

  test('not whom an operator had suspended before', async () => {
    await performed(service, 'suspend', { organizationId: of.organizationId });
    restorePoint = service.clock.now;
    backup = await takeBackup(service.runtime.store);
    await performed(service, 'resume', { organizationId: of.organizationId });
    await pay();
    await settle(service);
    await restore();
    expect((await check()).findings).toHaveLength(1);
    const { notes } = await check({ settle: true, release: true });
    expect(notes).toEqual([expect.stringContaining('an operator suspended it')]);
    expect(await statusOf()).toBe('suspended');
  });

  test('nor whom an operator suspends meanwhile', async () => {
    await withLostPayout();
    await check();
    await performed(service, 'suspend', { organizationId: of.organizationId });
    await check({ settle: true, release: true });
    expect(await statusOf()).toBe('suspended');
  });

  test('nor in whom another run has found something since', async () => {
    await withLostPayout();
    await check();
    await check({ settle: true });
    let lost: unknown;
    const { findings } = await check({ release: true }, async () => {
      if (lost) return;
      service.clock.advance(1_000);
      lost = await storedPayout(String((await paid())[0]));
      await service.runtime.store.remove(refTo(PayoutEntity, lost as Payout), {});
      await performed(service, 'restore-check', { since: new Date(restorePoint).toISOString(), progress: sandbox() });
      await service.runtime.store.put(PayoutEntity, lost as Payout);
    });
    expect(findings).toEqual([expect.stringContaining('another check has found something since this one began')]);
    expect(await statusOf()).toBe('suspended');
    service.clock.advance(1_000);
    await check({ release: true });
    expect(await statusOf()).toBe('active');
  });

  test('nor by a run that looks less far back', async () => {
    await withLostPayout();
    await check();
    await check({ settle: true });
    const { findings } = await check({ release: true, since: restorePoint + 1 });
    const since = new Date(restorePoint).toISOString();
    expect(findings).toEqual([expect.stringContaining(`repeat this one with --since ${since};`)]);
    expect(await statusOf()).toBe('suspended');
  });

  test('nor within the five seconds by which clocks may differ, which is said and is no success', async () => {
    await withLostPayout();
    await check();
    await check({ settle: true }, undefined, 0);
    const { findings, notes } = await check({ release: true }, undefined, 4_000);
    expect(notes).toEqual([]);
    expect(findings).toEqual([expect.stringContaining('found less than 5 seconds before this check began')]);
    expect(await statusOf()).toBe('suspended');
    expect(await check({ release: true })).toMatchObject({
      findings: [],
      notes: [expect.stringContaining('released')],
    });
  });

  const sandbox = () => ({ part: 'rails', run: 'other', startedAt: service.clock.now, mode: 'sandbox' });
});

describe('the event after which integrators read again', () => {
  const eventOf = ({ findings, notes }: { findings: string[]; notes: string[] }) => {
    const line = [...findings, ...notes].find((text) => text.includes('read its feed again'));
    return Number(/read its feed again after event (\d+)$/.exec(line ?? '')?.[1]);
  };
  const lastEvent = async () => (await performed(service, 'show', { organizationId: of.organizationId })).head.events;

  test('is the last that the restore has left, whatever is credited and written back meanwhile', async () => {
    await backUp();
    const left = await lastEvent();
    await pay();
    await settle(service);
    await restore();
    expect(eventOf(await check())).toBe(left);
    const deposit = { organizationId: of.organizationId, amount: '10.00', currency: 'USD', externalId: 'bank-7' };
    await performed(service, 'credit-deposit', deposit);
    expect(eventOf(await check({ settle: true }))).toBe(left);
    expect(eventOf(await check({ release: true }))).toBe(left);
    expect(await lastEvent()).toBeGreaterThan(left);
  });

  test('is that of the first check, even if the first one settles, or two run at once', async () => {
    await backUp();
    const left = await lastEvent();
    await pay();
    await settle(service);
    await restore();
    for (const found of await Promise.all([check({ settle: true }), check({ settle: true })])) {
      expect(eventOf(found)).toBe(left);
    }
  });

  test('is said of an organization that is sound as well', async () => {
    await pay();
    await settle(service);
    await backUp();
    const left = await lastEvent();
    await restore();
    expect(eventOf(await check())).toBe(left);
    await fund(service, of);
    expect(eventOf(await check())).toBe(left);
  });

  test('is noted again by a restore to a later point', async () => {
    await pay();
    await settle(service);
    await backUp();
    await restore();
    await check();
    await fund(service, of);
    service.clock.advance(1_000);
    await backUp();
    const left = await lastEvent();
    await pay();
    await settle(service);
    await restore();
    expect(eventOf(await check())).toBe(left);
  });
});

describe('a run that dies, and two at once', () => {
  test('leave suspended what was found, and write nothing back twice', async () => {
    await backUp();
    const payouts = [await pay(), await pay(), await pay()];
    await settle(service);
    const before = await balance();
    await restore();
    const input = { since: new Date(restorePoint).toISOString(), settle: true };
    const begun = await performed(service, 'restore-check', input);
    const { progress } = await performed(service, 'restore-check', { ...input, progress: begun.progress });
    // The first run goes no further. Two others begin, and take the same pages.
    expect(progress).toBeDefined();
    await Promise.all([check({ settle: true }), check({ settle: true })]);
    expect((await check({ release: true })).findings).toEqual([]);
    expect(await balance()).toBe(before);
    expect((await storedItems(service, 'payout')).map(({ payoutId }) => payoutId).sort()).toEqual(
      payouts.map(({ first }) => first.payoutId).sort(),
    );
    await expectSoundBooks(service, of);
  });
});

test('many payments are compared page by page', async () => {
  await fund(service, of, '99000.00');
  await backUp();
  for (let count = 0; count < 130; count += 1) await sendPayout(service, of, recipient, { amount: '10.00' });
  await settle(service);
  await restore();
  expect((await check()).findings).toHaveLength(130);
  expect((await check({ settle: true, release: true })).findings).toEqual([]);
  expect(await statusOf()).toBe('active');
});

test('a rail that answers what is no page is not believed', async () => {
  rail = { ...rail, since: async () => ({ records: [{ key: '' }] }) as never };
  restorePoint = service.clock.now;
  const answer = await perform(service, 'restore-check', {
    since: new Date(restorePoint).toISOString(),
    progress: { part: 'rails', run: 'r', startedAt: 0, mode: 'sandbox' },
  });
  expectRefusal(answer, 'INTERNAL');
});

test('a restore point in the future is refused', async () => {
  const since = new Date(service.clock.now + 1).toISOString();
  expectRefusal(await perform(service, 'restore-check', { since }), 'BAD_REQUEST');
});

/** Changes what the rail remembers of a payment. */
async function rewrite(key: string, change: object): Promise<void> {
  const known = await memory.get(refTo(RailRecordEntity, { key }));
  await memory.put(RailRecordEntity, { ...known, ...change } as never);
}

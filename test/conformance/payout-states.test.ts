import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Event, Payout } from '../../client/src/index.ts';
import { scheduleHintedWork } from '../../shared/journal/due/due-work.ts';
import type { RailStatus } from '../../shared/ports/payout-rail.ts';
import { storePayout } from '../functions/payouts/support.ts';
import { FakeRail } from '../support/fake-rail.ts';
import { FundingScene } from '../support/funding/funding-scene.ts';
import { type HttpService, serveOverHttp } from '../support/http-service.ts';
import { settle } from '../support/journey.ts';
import { quotedByName, quotes } from '../support/quotes.ts';
import { sent } from '../support/sent.ts';
import { availableOf, type Caller, callerOf, newCaller, payeeOf, refusalOf, useService } from './support.ts';

const dayMs = 24 * 60 * 60_000;
const rail = new FakeRail();
const stage = useService({ rails: rail.rails });
let caller: Caller;

beforeEach(async () => {
  caller = await newCaller(stage.http);
});

let serial = 0;

async function createPayout() {
  const destinationAccountId = await payeeOf(caller, { serial: serial++ });
  return sent(caller.sluice.createPayout({ amount: '100.00', destinationAccountId, reference: randomUUID() }));
}

/** A step of a story: from so many milliseconds after acceptance on, the rail says so. */
type Step = readonly [afterMs: number, status: RailStatus['status']];

/** What a rail says that wants to be asked again when it will say something else. */
function story(...steps: readonly Step[]): FakeRail['news'] {
  return ({ acceptedAt }, nowMs) => {
    const [, status] = steps.findLast(([afterMs]) => acceptedAt + afterMs <= nowMs) ?? [0, 'unknown'];
    const next = steps.find(([afterMs]) => acceptedAt + afterMs > nowMs);
    const lookAgain = next && { recheckInMs: acceptedAt + next[0] - nowMs };
    const failure = status === 'failed' && { failureCode: 'unknown', fundsReturned: true };
    return { status, ...lookAgain, ...failure } as RailStatus;
  };
}

/** A payout whose rail told it all, however long that took. */
async function play(...steps: readonly Step[]) {
  rail.news = story(...steps);
  const { payoutId } = await createPayout();
  for (const [afterMs] of steps) {
    await settle(stage.http.service);
    stage.http.service.clock.advance(afterMs);
  }
  await settle(stage.http.service);
  return orderOf({ payoutId });
}

const orderOf = ({ payoutId }: Pick<Payout, 'payoutId'>) => caller.sluice.getOrder({ payoutId });
const cancel = ({ payoutId }: Pick<Payout, 'payoutId'>) => caller.sluice.cancelPayout({ payoutId });

async function eventsOf(payoutId: string): Promise<readonly Event[]> {
  return (await caller.sluice.listEvents({ payoutId })).data;
}

const typesOf = async (payoutId: string) => (await eventsOf(payoutId)).map(({ type }) => type);

async function canceledPayout() {
  return cancel(await storePayout(stage.http.service, caller.of));
}

/** The rail is asked about the payout and says that it was paid: nothing changes. */
async function expectFinal(payout: Payout, { http, by, rail }: { http: HttpService; by: Caller; rail: FakeRail }) {
  const { payoutId } = payout;
  const { runtime, clock } = http.service;
  const [events, asked] = [await by.sluice.listEvents(), rail.callsOf(payoutId).length];
  rail.payments.set(payoutId, 1);
  rail.news = () => ({ status: 'completed' });
  const work = { organizationId: by.of.organizationId, kind: 'rails', resourceId: payoutId } as const;
  await runtime.store.transact([scheduleHintedWork(work, clock.now, clock.now)], runtime.ids.token());
  await settle(http.service);
  expect(rail.callsOf(payoutId).slice(asked)).toContain('status');
  expect(await by.sluice.getOrder({ payoutId })).toEqual(payout);
  expect(await by.sluice.listEvents()).toEqual(events);
  expect(await refusalOf(by.sluice.cancelPayout({ payoutId }))).toMatchObject({ type: 'PAYOUT_NOT_CANCELABLE' });
}

const section = 'States and transitions > Payout';

describe(section, quotedByName, () => {
  test('States: `pending` (accepted, not yet moving), `processing`, `completed`', async () => {
    rail.news = story([0, 'processing'], [20 * 60_000, 'completed']);
    const payout = await createPayout();
    expect(payout.status).toBe('pending');
    expect(rail.callsOf(payout.payoutId)).toEqual([]);
    await settle(stage.http.service);
    expect((await orderOf(payout)).status).toBe('processing');
    stage.http.service.clock.advance(20 * 60_000);
    await settle(stage.http.service);
    expect((await orderOf(payout)).status).toBe('completed');
  });

  test('a later bank return is still possible), `failed`, `returned`, `canceled`.', async () => {
    expect((await play([0, 'failed'])).status).toBe('failed');
    expect((await play([0, 'returned'])).status).toBe('returned');
    expect((await canceledPayout()).status).toBe('canceled');
    const { data } = await caller.sluice.listOrders({ status: 'failed,returned,canceled' });
    expect(data.map(({ status }) => status).sort()).toEqual(['canceled', 'failed', 'returned']);
  });

  test('Terminal: `failed`, `returned`', async () => {
    for (const status of ['failed', 'returned'] as const) {
      await expectFinal(await play([0, status]), { http: stage.http, by: caller, rail });
    }
  });

  test('Terminal: `failed`, `returned`, `canceled`.', async () => {
    const scene = await FundingScene.start();
    const http = await serveOverHttp(scene.service);
    onTestFinished(http.stop);
    const by = callerOf(http, scene.of);
    const { destinationAccountId } = scene.payee.methods[0];
    const { payoutId } = await sent(
      by.sluice.createPayout({ amount: '100.00', destinationAccountId, funding: 'self' }),
    );
    scene.send({ payoutId }, 40_000_000n);
    await scene.passes(6_000);
    expect((await by.sluice.cancelPayout({ payoutId })).status).toBe('canceled');
    const events = await by.sluice.listEvents();
    // The rest of its money comes late: what arrived is held as a deposit, and pays nobody.
    const { hash: transactionHash } = scene.send({ payoutId }, 60_000_000n);
    const late = await refusalOf(by.sluice.confirmPayoutFunding({ payoutId, transactionHash }));
    expect(late.type).toBe('PAYOUT_NOT_FUNDABLE');
    await scene.passes(60_000);
    expect((await by.sluice.getOrder({ payoutId })).status).toBe('canceled');
    expect(await by.sluice.listEvents()).toEqual(events);
    const deposits = (await by.sluice.listDeposits()).data;
    expect(deposits.map(({ status, amount }) => [status, amount])).toContainEqual(['pending', '40.00']);
    expect(scene.rail.calls).toEqual([]);
    expect(await refusalOf(by.sluice.cancelPayout({ payoutId }))).toMatchObject({ type: 'PAYOUT_NOT_CANCELABLE' });
  });

  test(
    '`completed` is not terminal.',
    quotes({ [section]: '(beneficiary paid; a later bank return is still possible)' }),
    async () => {
      const { payoutId, status } = await play([0, 'completed'], [60_000, 'returned']);
      expect(status).toBe('returned');
      expect(await typesOf(payoutId)).toEqual(['payout.pending', 'payout.completed', 'payout.returned']);
    },
  );

  test('(none) | accept quote, create payout, or executed approval | accepted | `pending` | event `payout.pending`', async () => {
    const quote = await caller.sluice.createQuote({ amount: '100.00', destinationAccountId: await payeeOf(caller) });
    const accepted = await caller.sluice.acceptQuote({ snapshotId: quote.snapshotId });
    for (const payout of [accepted, await createPayout()]) {
      expect(payout.status).toBe('pending');
      expect(await eventsOf(payout.payoutId)).toMatchObject([{ type: 'payout.pending', data: payout }]);
    }
  });

  test('`pending` | rail progress | the payout may skip `processing` | a later state', async () => {
    expect(await typesOf((await play([0, 'completed'])).payoutId)).toEqual(['payout.pending', 'payout.completed']);
    expect(await typesOf((await play([0, 'failed'])).payoutId)).toEqual(['payout.pending', 'payout.failed']);
  });

  test('one event per transition, not per state', async () => {
    const { payoutId } = await play([0, 'pending'], [1_000, 'processing'], [2_000, 'processing'], [3_000, 'completed']);
    expect(await typesOf(payoutId)).toEqual(['payout.pending', 'payout.processing', 'payout.completed']);
  });

  test('`completed` | bank returns a settled payment | days later | `returned` | event `payout.returned`; body has `status: failed`, `failureCode: returned_by_bank`', async () => {
    const order = await play([0, 'completed'], [5 * dayMs, 'returned']);
    expect(order).toMatchObject({ status: 'returned', failureCode: 'returned_by_bank' });
    expect(Date.parse(order.updatedAt) - Date.parse(order.createdAt)).toBeGreaterThanOrEqual(5 * dayMs);
    expect((await eventsOf(order.payoutId)).at(-1)).toMatchObject({
      type: 'payout.returned',
      data: { ...order, status: 'failed', failureCode: 'returned_by_bank' },
    });
  });

  test("`pending` | cancel operation | only a payout awaiting the organization's own funds | `canceled` | event `payout.canceled` (stopped before it moved)", async () => {
    const canceled = await canceledPayout();
    await settle(stage.http.service);
    expect(await eventsOf(canceled.payoutId)).toMatchObject([{ type: 'payout.canceled', data: canceled }]);
    expect(rail.callsOf(canceled.payoutId)).toEqual([]);
    expect(await availableOf(caller)).toBe('1000.00');
  });

  test('otherwise `PAYOUT_NOT_CANCELABLE`', async () => {
    rail.news = story([0, 'completed']);
    const payout = await createPayout();
    for (const status of ['pending', 'completed']) {
      expect((await orderOf(payout)).status).toBe(status);
      const refusal = await refusalOf(cancel(payout));
      expect(refusal).toMatchObject({ type: 'PAYOUT_NOT_CANCELABLE', status: 400 });
      await settle(stage.http.service);
    }
    const moving = await storePayout(stage.http.service, caller.of, { status: 'processing' });
    expect(await refusalOf(cancel(moving))).toMatchObject({ type: 'PAYOUT_NOT_CANCELABLE' });
  });

  test('any earlier state | late event | a late `payout.processing` after `completed` | unchanged', async () => {
    const { payoutId, status } = await play([0, 'completed'], [1_000, 'processing'], [2_000, 'completed']);
    expect(rail.callsOf(payoutId)).toHaveLength(3);
    expect(status).toBe('completed');
    expect(await typesOf(payoutId)).toEqual(['payout.pending', 'payout.completed']);
  });

  test('a payout never moves backwards', async () => {
    const { payoutId, status } = await play([0, 'processing'], [1_000, 'pending'], [2_000, 'completed']);
    expect(status).toBe('completed');
    expect(await typesOf(payoutId)).toEqual(['payout.pending', 'payout.processing', 'payout.completed']);
  });
});

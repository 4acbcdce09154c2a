import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { sweepDueWork } from '../../../shared/journal/due/sweep-due-work.ts';
import { catchUpPayout } from '../../../shared/payouts/lifecycle/restore-payout.ts';
import type { FlushOrder } from '../../../shared/ports/deposit-chain.ts';
import type { Hint } from '../../../shared/ports/hint-queue.ts';
import type { RailRecord } from '../../../shared/ports/payout-rail.ts';
import { storedItems } from '../../support/answers.ts';
import { crashAt } from '../../support/crash.ts';
import { FundingScene } from '../../support/funding/funding-scene.ts';
import { bodyOf, deliver } from '../../support/journey.ts';
import { performed } from '../../support/operations.ts';
import { restoreBackup, takeBackup } from '../../support/restored-table.ts';

let scene: FundingScene;

beforeEach(async () => {
  scene = await FundingScene.start();
});

const dollars = (amount: number) => BigInt(amount * 1_000_000);
const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Payouts with money that is at no treasury yet, as far as the table knows. */
const pending = async () => {
  const [now, later] = [
    await storedItems(scene.service, 'pendingFlush'),
    await storedItems(scene.service, 'flushLater'),
  ];
  return [...now, ...later].map(({ payoutId }) => payoutId);
};
/** The payouts of each transaction that flushes. */
const sent = () => scene.chain.sentFlushes.map(({ payoutIds }) => payoutIds);
const said = (message: string) => scene.log.lines.filter((line) => line.message === message);

const newPayout = (amount = '100.00') => scene.payout({ amount, reference: randomUUID() });

/** Nobody works for so long, and then all who have something to do. */
async function later(ms: number): Promise<void> {
  scene.service.clock.advance(ms);
  await scene.passes(minuteMs);
}

/** A payout whose money is recorded. */
async function paid(amount = 100) {
  const payout = await newPayout();
  scene.send(payout, dollars(amount));
  await scene.passes(6 * secondMs);
  return payout;
}

/** The hint of the work of flushing, as a sweep finds it when it is due. */
async function dueHint(): Promise<Hint> {
  scene.service.hints.take();
  await sweepDueWork(scene.service.runtime);
  const [hint] = scene.service.hints.take().filter(({ kind }) => kind === 'flushes');
  if (!hint) throw new Error('nothing is to be flushed');
  scene.service.clock.now = Math.max(scene.service.clock.now, hint.dueAt);
  return hint;
}

describe('money at the address of a payout', () => {
  test('is flushed once it is recorded, and known to be at the treasury once that is final', async () => {
    const payout = await paid();
    expect(await pending()).toEqual([payout.payoutId]);
    scene.chain.behind = 100;
    await scene.passes(2 * minuteMs);
    expect(sent()).toEqual([[payout.payoutId]]);
    expect(await pending()).toEqual([payout.payoutId]);
    scene.chain.finalize();
    await scene.passes(minuteMs);
    expect(await pending()).toEqual([]);
    await later(dayMs);
    expect(sent()).toHaveLength(1);
    expect((await storedItems(scene.service, 'dueWork')).filter(({ kind }) => kind === 'flushes')).toEqual([]);
  });

  test('that comes within some seconds is flushed together, of all organizations', async () => {
    const other = await scene.organization();
    const payouts = [await newPayout(), await newPayout()];
    for (const payout of payouts) scene.send(payout, dollars(50));
    const payee = await scene.newPayee(other);
    const third = bodyOf(await scene.pay({}, { of: other, payee }));
    scene.send(third, dollars(3));
    await scene.passes(2 * minuteMs);
    expect(sent().map((ids) => ids.toSorted())).toEqual([[...payouts, third].map(({ payoutId }) => payoutId).sort()]);
  });

  test('of more payouts than a step looks at is flushed in several', { timeout: 60_000 }, async () => {
    const payouts = [];
    for (let count = 0; count < 503; count += 1) payouts.push(await newPayout('1.00'));
    scene.chain.mine(
      payouts.map(({ payoutId }) => ({ payoutId, amount: dollars(1) })),
      { madeAt: scene.service.clock.now },
    );
    scene.chain.finalize();
    await scene.passes(10 * minuteMs);
    expect(await pending()).toEqual([]);
    expect(sent().map(({ length }) => length)).toEqual([...Array(10).fill(50), 3]);
    expect(new Set(sent().flat()).size).toBe(503);
  });

  test('is not waited for by money that keeps coming', async () => {
    const payout = await newPayout();
    for (let count = 0; count < 4; count += 1) {
      scene.send(payout, dollars(1));
      await scene.passes(4 * secondMs);
    }
    expect(sent()).toEqual([[payout.payoutId]]);
  });

  test('that comes while a flush is not final is flushed after it', async () => {
    const payout = await paid(60);
    scene.chain.behind = 3;
    await scene.passes(2 * minuteMs);
    scene.send(payout, dollars(40));
    await scene.passes(6 * secondMs);
    expect((await scene.read(payout)).funding).toMatchObject({ status: 'funded' });
    await scene.passes(2 * minuteMs);
    scene.chain.finalize();
    await scene.passes(2 * minuteMs);
    expect(sent()).toEqual([[payout.payoutId], [payout.payoutId]]);
    expect(await pending()).toEqual([]);
  });

  test('is flushed although the payout has ended without it', async () => {
    const payout = await paid(40);
    bodyOf(await scene.cancel(payout));
    await scene.passes(2 * minuteMs);
    expect(sent()).toEqual([[payout.payoutId]]);
    expect(await pending()).toEqual([]);
  });

  test('that a stranger has flushed costs nothing', async () => {
    const payout = await paid();
    scene.chain.flush(payout.payoutId);
    await scene.passes(2 * minuteMs);
    expect(sent()).toEqual([]);
    expect(await pending()).toEqual([]);
  });

  test('that nobody recorded keeps no flush open', async () => {
    const payout = await paid();
    scene.chain.flush(payout.payoutId);
    scene.send(payout, 1n);
    await scene.passes(2 * minuteMs);
    expect(await pending()).toEqual([]);
  });

  test('is not believed to be flushed by nodes that do not have it yet', async () => {
    const payout = await paid();
    const [{ hash } = { hash: '' }] = await storedItems(scene.service, 'fundingTransfer');
    scene.chain.vanish(String(hash));
    await scene.passes(5 * minuteMs);
    expect(await pending()).toEqual([payout.payoutId]);
  });
});

describe('money that is not flushed', () => {
  test('is less than its flush is worth: it is reported once, and flushed once there is more', async () => {
    const payout = await paid(0.049999);
    await later(minuteMs);
    await later(dayMs);
    await later(dayMs);
    expect(sent()).toEqual([]);
    expect(said('a payout has less than its flush is worth')).toMatchObject([
      { payoutId: payout.payoutId, held: '49999' },
    ]);
    scene.send(payout, 1n);
    await later(10 * minuteMs);
    await later(minuteMs);
    expect(sent()).toEqual([[payout.payoutId]]);
    expect(await pending()).toEqual([]);
  });

  test('is what no treasury takes: it is alarmed once, and comes again within an hour', async () => {
    const payout = await paid(60);
    scene.chain.bring(payout.payoutId, 0n);
    for (let hour = 0; hour < 3; hour += 1) await later(hourMs);
    expect(sent()).toEqual([]);
    const stuck = said('no treasury takes what a payout has');
    expect(stuck).toMatchObject([{ level: 'error', payoutId: payout.payoutId, FlushHindered: 1 }]);
    scene.chain.bring(payout.payoutId, undefined);
    await later(hourMs);
    expect(sent()).toEqual([[payout.payoutId]]);
    expect(await pending()).toEqual([]);
  });

  test('is that of a connection without a signer: it is reported once, and flushed once there is one', async () => {
    scene.chain.hindrance = 'unsigned';
    const payouts = [await paid(), await paid()];
    for (let hour = 0; hour < 3; hour += 1) await later(hourMs);
    expect(sent()).toEqual([]);
    expect(said('nothing is flushed: the connection has no signer')).toHaveLength(2);
    expect(scene.log.lines.filter(({ level }) => level === 'error')).toEqual([]);
    scene.chain.hindrance = undefined;
    await later(10 * minuteMs);
    expect(sent().flat().sort()).toEqual(payouts.map(({ payoutId }) => payoutId).sort());
    expect(await pending()).toEqual([]);
  });

  test('beside money of a listed sender stays where it is, until that may count or somebody else has flushed it', async () => {
    const listed = '0x7f367cc41522ce07553e823bf3be79a889debe1b';
    scene.listed.add(listed);
    const [first, second] = [await newPayout(), await newPayout()];
    for (const payout of [first, second]) {
      scene.send(payout, 10_000n, { signer: listed });
      scene.send(payout, dollars(100));
    }
    await scene.passes(10 * secondMs);
    await later(dayMs);
    expect(sent()).toEqual([]);
    expect((await pending()).sort()).toEqual([first.payoutId, second.payoutId].sort());
    scene.chain.flush(second.payoutId);
    await later(dayMs);
    expect(await pending()).toEqual([first.payoutId]);
    scene.listed.clear();
    const { organizationId } = scene.of;
    await performed(scene.service, 'judge-transfers', { organizationId, payoutId: first.payoutId, reason: 'cleared' });
    await scene.passes(2 * minuteMs);
    expect(sent()).toEqual([[first.payoutId]]);
    expect(await pending()).toEqual([]);
  });

  test('waits while another worker has the signer, while nodes are silent, and while the signer is poor', async () => {
    const payout = await paid();
    scene.chain.isSignerTaken = true;
    await scene.passes(2 * minuteMs);
    scene.chain.isSignerTaken = false;
    scene.chain.isSilent = true;
    await scene.passes(10 * minuteMs);
    scene.chain.isSilent = false;
    scene.chain.hindrance = 'poor';
    await scene.passes(10 * minuteMs);
    expect(sent()).toEqual([]);
    scene.chain.hindrance = undefined;
    await scene.passes(minuteMs);
    expect(sent()).toEqual([[payout.payoutId]]);
    expect(await pending()).toEqual([]);
  });
});

describe('any amount of dust', () => {
  /** Payouts that have a cent and a millionth, and one that a step looked at. */
  async function dusty(count: number) {
    const payouts = [];
    for (let made = 0; made < count; made += 1) payouts.push(await newPayout());
    for (const payout of payouts) scene.send(payout, 10_001n);
    await scene.passes(2 * minuteMs);
    return payouts;
  }
  /** The payouts that a flush was asked about from now on, call by call. */
  function askedFromNow(): string[][] {
    const asked: string[][] = [];
    scene.chain.onAsked = (question, _token, order) => {
      if (question === 'flush') asked.push([...(order as FlushOrder).payoutIds]);
    };
    return asked;
  }

  test('is put aside: other money is flushed without a look at it', async () => {
    await dusty(5);
    expect(await storedItems(scene.service, 'pendingFlush')).toEqual([]);
    const asked = askedFromNow();
    const payout = await paid();
    await scene.passes(2 * minuteMs);
    expect(sent()).toEqual([[payout.payoutId]]);
    expect(new Set(asked.flat())).toEqual(new Set([payout.payoutId]));
  });

  test('is looked at once a day, and each payout once however often more came', async () => {
    const [payout] = (await dusty(1)) as [Awaited<ReturnType<typeof newPayout>>];
    for (let more = 0; more < 3; more += 1) {
      scene.send(payout as typeof payout & object, 1n);
      await later(10 * minuteMs);
    }
    await later(dayMs);
    await later(dayMs);
    expect((await storedItems(scene.service, 'flushLater')).length).toBe(1);
    expect(await pending()).toEqual([payout.payoutId]);
    const asked = askedFromNow();
    await later(dayMs);
    expect(asked).toEqual([[payout.payoutId]]);
  });
});

describe('a worker that flushes', () => {
  test.each(['before', 'after'] as const)('may die %s any of its calls', { timeout: 60_000 }, async (moment) => {
    const payout = await paid();
    for (let call = 1; ; call += 1) {
      if (call > 40) throw new Error('it never ends its work');
      const { intercept, crashed } = crashAt({ call, moment });
      const { chain } = scene;
      const dying = scene.service.process(intercept, { flusher: chain.flusher, hints: scene.service.hints });
      if ((await pending()).length === 0) break;
      const hint = await dueHint();
      await Promise.race([deliver(dying, [hint]), crashed]);
    }
    await scene.passes(5 * minuteMs);
    expect(await pending()).toEqual([]);
    expect(sent()).toEqual([[payout.payoutId]]);
  });

  test('is one of two at once, and one hint that comes twice', async () => {
    const payout = await paid();
    const hint = await dueHint();
    await Promise.all([deliver(scene.service, [hint, hint]), deliver(scene.service, [hint])]);
    await scene.passes(5 * minuteMs);
    expect(sent()).toEqual([[payout.payoutId]]);
    expect(await pending()).toEqual([]);
  });

  test('takes nothing off that was recorded while it looked', async () => {
    const payout = await paid(60);
    await scene.passes(10 * secondMs);
    expect(sent()).toHaveLength(1);
    const hint = await dueHint();
    let records: Promise<unknown> = Promise.resolve();
    scene.chain.onAsked = (question) => {
      if (question !== 'flush') return;
      scene.chain.onAsked = () => {};
      scene.send(payout, dollars(40));
      records = scene.passes(6 * secondMs);
    };
    const flusher = {
      flush: async (...asked: Parameters<typeof scene.chain.flusher.flush>) => {
        const report = await scene.chain.flusher.flush(...asked);
        await records;
        return report;
      },
    };
    await deliver({ runtime: { ...scene.service.runtime, flusher } }, [hint]);
    expect((await scene.read(payout)).funding).toMatchObject({ status: 'funded' });
    expect(await pending()).toEqual([payout.payoutId]);
    await scene.passes(5 * minuteMs);
    expect(await pending()).toEqual([]);
    expect(sent()).toHaveLength(2);
  });
});

describe('a payout of more than its connection sends before its money is at a treasury', () => {
  beforeEach(() => {
    scene.chain.flushFirst = dollars(50);
  });

  test('is sent once its flush is final, and is funded meanwhile', async () => {
    const [large, small] = [await newPayout('50.01'), await newPayout('50.00')];
    scene.chain.behind = 0;
    scene.send(large, dollars(50.01));
    scene.send(small, dollars(50));
    await scene.passes(4 * secondMs);
    scene.chain.behind = 100;
    await scene.passes(2 * minuteMs);
    expect((await scene.read(small)).status).toBe('completed');
    expect(await scene.read(large)).toMatchObject({ status: 'pending', funding: { status: 'funded' } });
    expect(scene.rail.payments.get(large.payoutId)).toBeUndefined();
    expect(sent().flat()).toContain(large.payoutId);
    scene.service.clock.advance(2 * scene.rail.rememberKeysForMs);
    scene.chain.finalize();
    await scene.passes(2 * minuteMs);
    expect((await scene.read(large)).status).toBe('completed');
    expect(scene.rail.payments.get(large.payoutId)).toBe(1);
  });

  test('rings while money of a listed sender holds its flush back, and is sent once an operator has flushed', async () => {
    const listed = '0x7f367cc41522ce07553e823bf3be79a889debe1b';
    scene.listed.add(listed);
    const payout = await newPayout();
    scene.send(payout, 10_000n, { signer: listed });
    scene.send(payout, dollars(100));
    await later(hourMs);
    expect(scene.rail.calls).toEqual([]);
    expect(sent()).toEqual([]);
    const rung = scene.log.lines.filter(({ message }) => message.includes('holds back'));
    expect(rung[0]).toMatchObject({ level: 'error', payoutId: payout.payoutId, FlushHindered: 1 });
    expect(rung.length).toBeLessThan(10);
    scene.chain.flush(payout.payoutId);
    scene.chain.finalize();
    // The flush is seen, and then the payout is looked at.
    await later(hourMs);
    await later(hourMs);
    expect(scene.rail.payments.get(payout.payoutId)).toBe(1);
  });

  test('waits while no treasury takes its money, however long, and is not canceled', async () => {
    const payout = await newPayout();
    scene.send(payout, dollars(100));
    await scene.passes(secondMs);
    scene.chain.bring(payout.payoutId, 0n);
    for (let hour = 0; hour < 3; hour += 1) await later(hourMs);
    expect(scene.rail.calls).toEqual([]);
    expect((await scene.cancel(payout)).body).toMatchObject({ type: 'PAYOUT_NOT_CANCELABLE' });
    scene.chain.bring(payout.payoutId, undefined);
    await later(hourMs);
    expect(scene.rail.payments.get(payout.payoutId)).toBe(1);
  });

  test('is held up by nobody who sends a millionth after its money', async () => {
    const payout = await newPayout();
    scene.send(payout, dollars(100));
    await scene.passes(secondMs);
    scene.send(payout, 1n);
    scene.chain.flush(payout.payoutId, scene.chain.token, scene.chain.final - 1);
    await scene.passes(minuteMs);
    expect(scene.rail.payments.get(payout.payoutId)).toBe(1);
  });
});

test.each(['before', 'after'] as const)(
  'what a restore has lost the transfers of is flushed once, %s more has come',
  async (moment) => {
    const payout = await newPayout();
    const backup = await takeBackup(scene.service.runtime.store);
    scene.send(payout, dollars(100));
    await scene.passes(8 * secondMs);
    const { organizationId } = scene.of;
    const { records } = await scene.rail.since(0, scene.service.clock.now);
    const [record] = records.filter(({ key }) => key === payout.payoutId);
    await restoreBackup(scene.service.runtime.store, backup);
    const at = scene.service.clock.now;
    const actor = { actorUserId: 'operator:ada' };
    const audit = { organizationId, requestId: 'req_restore', at, action: 'payout.restore', actor } as const;
    await catchUpPayout(scene.service.runtime, record as RailRecord, audit);
    if (moment === 'before') await scene.passes(2 * minuteMs);
    scene.send(payout, dollars(5));
    await later(13 * hourMs);
    await scene.passes(2 * minuteMs);
    expect(await scene.deposits()).toMatchObject([{ amount: '5.00' }]);
    expect(sent()).toHaveLength(moment === 'before' ? 2 : 1);
    expect(await pending()).toEqual([]);
    expect(await storedItems(scene.service, 'arrivedFunds')).toMatchObject([
      { amount: String(dollars(105)), flushed: String(dollars(105)) },
    ]);
  },
);

import { afterEach, expect, test } from 'vitest';
import { inCurrency } from '../../../shared/ground/money/token-amount.ts';
import { Dice } from '../../proofs/simulation/engine/dice.ts';
import { storedItems } from '../../support/answers.ts';
import { createFaultyTable, type FaultyTable, lostAnswer } from '../../support/faults.ts';
import { findingsOf } from '../../support/findings-of.ts';
import { FundingScene } from '../../support/funding/funding-scene.ts';
import { deliverInBatches, expectSoundBooks } from '../../support/journey.ts';
import { performed } from '../../support/operations.ts';
import { restoreBackup, takeBackup } from '../../support/restored-table.ts';

const fresh = Date.now() % 2 ** 31;
const seeds = [
  ...Array.from({ length: 20 }, (_, index) => index + 1),
  ...Array.from({ length: 5 }, (_, index) => fresh + index),
];
const steps = 25;
const secondMs = 1_000;
const dayMs = 24 * 60 * 60 * secondMs;
const listed = '0x7f367cc41522ce07553e823bf3be79a889debe1b';
/** A call of a worker that fails, or whose answer is lost. */
const unlucky = 0.04;

/** One organization funds payouts, while everything happens that can: people change their minds, nodes fall silent, workers die, a table is restored. */
class FundingStory {
  readonly dice: Dice;
  readonly table: FaultyTable;
  readonly scene: FundingScene;
  readonly told: string[] = [];
  /** Every payout that was ever made, with what was asked for. */
  readonly payouts: { readonly payoutId: string; readonly amount: bigint }[] = [];
  readonly #sent: { readonly hash: string; readonly payoutId: string }[] = [];
  /** What the last quote of a payout asked for. */
  readonly #asked = new Map<string, bigint>();
  #restoredTo: number | undefined;
  #backup: { readonly at: number; readonly items: Awaited<ReturnType<typeof takeBackup>> } | undefined;

  private constructor(seed: number, table: FaultyTable, scene: FundingScene) {
    this.dice = new Dice(seed);
    this.table = table;
    this.scene = scene;
  }

  static async begin(seed: number): Promise<FundingStory> {
    const table = await createFaultyTable();
    return new FundingStory(seed, table, await FundingScene.start({}, table));
  }

  async play(): Promise<void> {
    const acts = [
      this.pay,
      this.pay,
      this.send,
      this.send,
      this.send,
      this.confirm,
      this.quote,
      this.cancel,
      this.time,
      this.time,
      this.time,
    ];
    const rare = [this.suspend, this.silence, this.hide, this.judge, this.expire, this.backUp, this.restore];
    for (let step = 0; step < steps; step += 1) {
      const act = this.dice.pick(this.dice.chance(0.7) ? acts : rare);
      this.told.push(act?.name ?? '');
      await act?.call(this);
    }
    await this.quiet();
  }

  async pay(): Promise<void> {
    const amount = this.dice.pick(['10.00', '25.00', '40.00']) ?? '';
    const leg = this.dice.chance(0.4) ? { amountLeg: 'destination' } : {};
    const answer = await this.scene.pay({ amount, ...leg }, {});
    if (answer.status >= 400) return;
    const { payoutId, sourceAmount } = answer.body;
    this.payouts.push({ payoutId, amount: BigInt(sourceAmount.replace('.', '')) * 10_000n });
  }

  /** At a rate that may have moved, for better or worse. What it asks for may be sent then, or what the payout asked for at first. */
  async quote(): Promise<void> {
    const { rail, service } = this.scene;
    const payout = this.dice.pick(this.payouts);
    const rate = this.dice.pick(['0.90', '0.915', '0.92', '0.93', '0.95']) ?? '';
    rail.price = async ({ fee }) => ({ rate, fee });
    if (this.dice.chance(0.3)) service.clock.advance(30 * 60 * secondMs);
    if (!payout) return;
    const { status, body } = await this.scene.quote(payout);
    if (status < 400) this.#asked.set(payout.payoutId, BigInt(body.amount.replace('.', '')));
    this.told.push(`  ${body.amount ?? body.type} for ${payout.payoutId} at ${rate}`);
  }

  /** Exactly, in parts, too much and next to nothing; to one or two payouts, some of them over, and sometimes from a listed sender. */
  async send(): Promise<void> {
    const { chain, service } = this.scene;
    const sent = [this.dice.pick(this.payouts), this.dice.chance(0.2) ? this.dice.pick(this.payouts) : undefined];
    const transfers = sent.flatMap((payout) =>
      payout ? [{ payoutId: payout.payoutId, amount: this.#amountFor(payout) }] : [],
    );
    if (transfers.length === 0) return;
    const signer = this.dice.chance(0.1) ? { signer: listed } : {};
    const { hash } = chain.mine(transfers, { madeAt: service.clock.now, ...signer });
    this.#sent.push({ hash, payoutId: transfers[0]?.payoutId ?? '' });
    if (this.dice.chance(0.15)) chain.leaveOut(hash);
    this.told.push(...transfers.map(({ payoutId, amount }) => `  ${amount} to ${payoutId}`));
    if (this.dice.chance(0.7)) await this.time();
  }

  #amountFor({ payoutId, amount }: { readonly payoutId: string; readonly amount: bigint }): bigint {
    const asked = this.#asked.get(payoutId);
    if (asked && this.dice.chance(0.6)) return asked;
    return (
      this.dice.pick([
        amount,
        amount,
        amount,
        amount / 2n,
        amount / 2n,
        amount + 1_234_567n,
        amount - 1n,
        9_999n,
        1n,
      ]) ?? 1n
    );
  }

  async cancel(): Promise<void> {
    const payout = this.dice.pick(this.payouts);
    if (payout) await this.scene.cancel(payout);
  }

  /** A transaction that is final or not, for its payout or for another one. */
  async confirm(): Promise<void> {
    const { chain } = this.scene;
    chain.behind = this.dice.chance(0.5) ? 10 : 0;
    const sent = this.dice.pick(this.#sent.slice(-3));
    const payout = this.dice.chance(0.8) ? sent : this.dice.pick(this.payouts);
    if (sent && payout) await this.scene.confirm(payout, sent.hash);
  }

  async time(): Promise<void> {
    await this.#passes(this.dice.pick([secondMs, 6 * secondMs, 20 * secondMs, 60 * secondMs]) ?? 0);
  }

  async expire(): Promise<void> {
    this.scene.service.clock.advance(this.dice.pick([12 * 60 * 60 * secondMs, 30 * dayMs]) ?? 0);
    await this.#passes(60 * secondMs);
  }

  async suspend(): Promise<void> {
    await this.scene.change(this.scene.of, { status: this.dice.chance(0.5) ? 'suspended' : 'active' });
  }

  async silence(): Promise<void> {
    this.scene.chain.isSilent = this.dice.chance(0.5);
  }

  async hide(): Promise<void> {
    if (this.dice.chance(0.5)) this.scene.listed.add(listed);
    else this.scene.listed.delete(listed);
    const payout = this.dice.pick(this.payouts);
    if (payout) this.scene.chain.bring(payout.payoutId, this.dice.chance(0.5) ? 0n : undefined);
  }

  async judge(): Promise<void> {
    const { service, of } = this.scene;
    const payout = this.dice.pick(this.payouts);
    const { isSilent } = this.scene.chain;
    if (!payout || isSilent) return;
    const [row] = (await storedItems(service, 'payout')).filter(({ payoutId }) => payoutId === payout.payoutId);
    const input = { organizationId: of.organizationId, payoutId: payout.payoutId, reason: 'again' };
    if (row) await performed(service, 'judge-transfers', input);
  }

  async backUp(): Promise<void> {
    const { service } = this.scene;
    if (this.#restoredTo === undefined)
      this.#backup = { at: service.clock.now, items: await takeBackup(service.runtime.store) };
  }

  /** Once: workers are stopped, the table is put back, and what rails and addresses tell is settled before they go on. */
  async restore(): Promise<void> {
    if (!this.#backup || this.#restoredTo !== undefined) return;
    const { service, chain } = this.scene;
    this.#restoredTo = this.#backup.at;
    await restoreBackup(service.runtime.store, this.#backup.items);
    service.clock.advance(60 * secondMs);
    const { isSilent } = chain;
    chain.isSilent = false;
    await this.#checkRestore(this.dice.chance(0.7));
    chain.isSilent = isSilent;
  }

  async #checkRestore(release: boolean): Promise<void> {
    let progress: unknown;
    do {
      const since = new Date(this.#restoredTo ?? 0).toISOString();
      const input = { since, settle: true, release, ...(progress ? { progress } : {}) };
      ({ progress } = await performed(this.scene.service, 'restore-check', input));
    } while (progress);
  }

  /** Workers go on, and some of their calls fail or lose their answer. */
  #passes(ms: number): Promise<void> {
    return this.scene.passes(ms, async (...work) => {
      this.table.intercept(async (_call, send) => {
        if (this.dice.chance(unlucky)) throw lostAnswer();
        const answer = await send();
        if (this.dice.chance(unlucky)) throw lostAnswer();
        return answer;
      });
      await deliverInBatches(...work).finally(() => this.table.intercept(undefined));
    });
  }

  /** Nodes answer and list everything, nobody is listed or suspended, and all work is done. */
  async quiet(): Promise<void> {
    const { scene } = this;
    const { chain, service } = scene;
    chain.isSilent = false;
    chain.behind = 0;
    chain.listAll();
    chain.finalize();
    scene.listed.clear();
    await scene.change(scene.of, { status: 'active', restoreHold: undefined });
    for (const { payoutId } of this.payouts) chain.bring(payoutId, undefined);
    if (this.#restoredTo !== undefined) await this.#checkRestore(true);
    await scene.passes(10 * 60 * secondMs);
    await this.#resend();
    for (const { payoutId } of await this.#recorded())
      await performed(service, 'judge-transfers', {
        organizationId: scene.of.organizationId,
        payoutId,
        reason: 'in the end',
      });
    for (let half = 0; half < 3; half += 1) {
      service.clock.advance(12 * 60 * 60 * secondMs);
      await scene.passes(15 * 60 * secondMs);
    }
  }

  /** Payouts to which something came, also those that are lost. */
  async #recorded(): Promise<readonly { readonly payoutId: string }[]> {
    const ids = (await storedItems(this.scene.service, 'fundingTransfer')).map(({ payoutId }) => String(payoutId));
    return [...new Set(ids)].map((payoutId) => ({ payoutId }));
  }

  /** An operator has made sure of what was parked because its rail may have forgotten it. */
  async #resend(): Promise<void> {
    const { service, rail, of } = this.scene;
    const parked = (await storedItems(service, 'dueWork')).filter(({ kind, parkedAt }) => kind === 'rails' && parkedAt);
    for (const { resourceId } of parked) {
      const input = { organizationId: of.organizationId, reason: 'the rail was asked' };
      if (rail.payments.has(String(resourceId)))
        await performed(service, 'unpark', { ...input, kind: 'rails', resourceId });
      else
        await performed(
          service,
          'resend',
          { ...input, payoutId: resourceId },
          { idempotencyKey: `resend-${resourceId}` },
        );
    }
    await this.scene.passes(60 * secondMs);
  }

  /** What became of all money. Sentences; none where all is well. */
  async wrongs(): Promise<string[]> {
    const { chain, service, rail } = this.scene;
    const [payouts, rows, deposits] = await Promise.all(
      ['payout', 'fundingTransfer', 'deposit'].map((entity) => storedItems(service, entity)),
    );
    const ids = this.payouts.map(({ payoutId }) => payoutId);
    const { amounts } = await chain.port.received(chain.token, ids);
    const orders: { payoutId: string; funding: { status: string } }[] = (await this.scene.get('/orders?limit=100'))
      .data;
    const complete = new Set(
      orders.filter(({ funding }) => funding.status === 'confirming').map(({ payoutId }) => payoutId),
    );
    return this.payouts.flatMap(({ payoutId, amount }, index) => {
      const own = (item: { readonly payoutId?: unknown }) => item.payoutId === payoutId;
      const received = amounts[index] ?? 0n;
      const recorded = (rows ?? []).filter(own);
      const payout = (payouts ?? []).find(own) as Stored | undefined;
      const credited = (deposits ?? []).filter(own);
      const isFunded = payout?.funding.fundedAt !== undefined;
      const took = BigInt(payout?.funding.amount ?? 0);
      const kept = payout?.status === 'awaiting_funds' ? received : isFunded ? took : 0n;
      const held = credited.reduce((sum, deposit) => sum + BigInt(String(deposit.amount)), 0n);
      const most = inCurrency(received - kept, 'USDC', 'USD');
      const least = most - BigInt(recorded.length + 1);
      const told = `${payoutId} (${payout?.status ?? 'lost'})`;
      return [
        ...(sumOf(recorded) === received ? [] : [`${told}: ${sumOf(recorded)} of ${received} are recorded`]),
        ...(recorded.some(({ state }) => state === 'parked') ? [`${told}: something stays parked`] : []),
        ...(isFunded && received < took ? [`${told}: is funded by ${received} of ${took}`] : []),
        ...(took > amount ? [`${told}: takes ${took}, more than the ${amount} that were counted`] : []),
        ...(held <= most && held >= least ? [] : [`${told}: ${held} are held of ${most}`]),
        ...((rail.payments.get(payoutId) ?? 0) > (isFunded ? 1 : 0) ? [`${told}: was paid`] : []),
        ...(isFunded && payout?.status !== 'completed' ? [`${told}: is funded, and not sent`] : []),
        ...(payout?.status === 'awaiting_funds' && complete.has(payoutId) ? [`${told}: has its money, and waits`] : []),
      ];
    });
  }
}

interface Stored {
  readonly status: string;
  readonly funding: { readonly fundedAt?: number; readonly amount: bigint };
}

function sumOf(rows: readonly { readonly amount?: unknown }[]): bigint {
  return rows.reduce((sum, { amount }) => sum + BigInt(String(amount)), 0n);
}

let story: FundingStory;

afterEach(async () => {
  expect(await findingsOf(story.scene.service, story.scene.of)).toEqual([]);
});

test.each(seeds)('the money of the payouts in story %i is paid once or held, to the cent', async (seed) => {
  story = await FundingStory.begin(seed);
  await story.play();
  expect(await story.wrongs(), story.told.join('\n')).toEqual([]);
  expect((await story.scene.get('/balance')).available).toBe('0.00');
  await expectSoundBooks(story.scene.service, story.scene.of);
});

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sluice } from '../../../client/src/index.ts';
import { say } from '../../../scripts/support/say.ts';
import { ada } from './journey.ts';

/** Between two payouts of one payer. */
const paceMs = 700;
const endTimeoutMs = 60_000;

/** Which release serves what, from one deployment to the next. */
export interface Phase {
  readonly name: string;
}

interface Paid {
  readonly payoutId: string;
  readonly reference: string;
  /** Undefined where a deployment began or ended during its calls. */
  readonly madeIn: Phase | undefined;
}

/** One organization that pays again and again, with and without quotes, and reads its feed. */
export class Payer {
  readonly sluice: Sluice;
  readonly paid: Paid[] = [];
  /** The feed: its sequences and what was completed, with the phase in which that was read. */
  readonly sequences: string[] = [];
  readonly completed: { readonly payoutId: string; readonly readIn: Phase | undefined }[] = [];
  private readonly phase: () => Phase | undefined;

  constructor(sluice: Sluice, phase: () => Phase | undefined) {
    this.sluice = sluice;
    this.phase = phase;
  }

  /** Pays until the signal, then until everything is completed reads on. */
  async run(stop: AbortSignal): Promise<void> {
    await this.sluice.fundSandbox({ amount: '5000.00' });
    const { methods } = await this.sluice.createRecipient(ada);
    const reading = new AbortController();
    await Promise.all([
      this.readFeed(reading.signal),
      this.payUntil(stop, methods[0]?.destinationAccountId ?? '').finally(() => reading.abort()),
    ]);
  }

  /** Whether a payout was made and completed while one phase lasted. */
  hasPaidWithin(phase: Phase): boolean {
    const made = new Set(this.paid.filter(({ madeIn }) => madeIn === phase).map(({ payoutId }) => payoutId));
    return this.completed.some(({ payoutId, readIn }) => readIn === phase && made.has(payoutId));
  }

  private async payUntil(stop: AbortSignal, destinationAccountId: string): Promise<void> {
    for (let index = 1; !stop.aborted; index += 1) {
      const begunIn = this.phase();
      const reference = `invoice-${index}`;
      // Another amount each time, or the guard against duplicates would refuse it.
      const amount = `5.${String(index % 100).padStart(2, '0')}`;
      const pay = index % 2 === 0 ? this.payByQuote : this.payDirectly;
      const payoutId = await pay.call(this, { amount, destinationAccountId }, reference);
      this.paid.push({ payoutId, reference, madeIn: begunIn === this.phase() ? begunIn : undefined });
      await sleep(paceMs, undefined, { signal: stop }).catch(() => {});
    }
    const deadline = Date.now() + endTimeoutMs;
    while (this.completed.length < this.paid.length && Date.now() < deadline) await sleep(200);
  }

  private async payByQuote(price: Price, reference: string): Promise<string> {
    const { snapshotId } = await this.sluice.createQuote(price);
    return (await this.sluice.acceptQuote({ snapshotId, reference })).payoutId;
  }

  private async payDirectly(price: Price, reference: string): Promise<string> {
    const answer = await this.sluice.createPayout({ ...price, reference });
    if (!('payoutId' in answer)) throw new Error(`${reference} waits for approval, although no threshold is set`);
    return answer.payoutId;
  }

  private async readFeed(signal: AbortSignal): Promise<void> {
    for await (const { sequence, type, payoutId } of this.sluice.followEvents({ signal, pollMs: 400 })) {
      this.sequences.push(sequence);
      if (type === 'payout.completed' && payoutId) this.completed.push({ payoutId, readIn: this.phase() });
    }
  }

  /** Everything that was accepted is there and was completed once; nothing else is; the feed has no gap. */
  async expectEverythingPaidOnce(): Promise<void> {
    const orders: { payoutId: string; status: string; reference?: string | null | undefined }[] = [];
    for await (const order of this.sluice.listOrders({ limit: 100 })) orders.push(order);
    const expected = this.paid.map(({ payoutId, reference }) => `${payoutId} ${reference} completed`);
    assert.deepEqual(
      orders.map(({ payoutId, reference, status }) => `${payoutId} ${reference} ${status}`).sort(),
      expected.sort(),
    );
    assert.deepEqual(
      this.completed.map(({ payoutId }) => payoutId).sort(),
      this.paid.map(({ payoutId }) => payoutId).sort(),
    );
    assert.deepEqual(
      this.sequences,
      this.sequences.map((_, index) => String(index + 1)),
    );
    say(`${orders.length} payouts, each completed once, and ${this.sequences.length} events without a gap`);
  }
}

interface Price {
  readonly amount: string;
  readonly destinationAccountId: string;
}

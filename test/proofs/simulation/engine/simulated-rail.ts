import type { Corridor } from '../../../../shared/ports/corridor.ts';
import {
  type PaymentReason,
  type PayoutInstruction,
  type PayoutRail,
  type Price,
  type RailPage,
  type RailRecord,
  type RailStatus,
  RailUnavailable,
} from '../../../../shared/ports/payout-rail.ts';
import { sandboxRail } from '../../../../shared/providers/sandbox/payouts/simulator.ts';
import { selfFundedCorridor } from '../../../support/funding/self-funded-corridor.ts';
import type { Dice } from './dice.ts';
import type { FaultPlan } from './fault-plan.ts';
import { inject } from './refusals.ts';
import type { Stage } from './stage.ts';
import type { Witness } from './witness.ts';

interface Parts {
  readonly stage: Stage;
  readonly dice: Dice;
  readonly faults: FaultPlan;
  readonly witness: Witness;
  /** It also has a corridor that organizations fund themselves. */
  readonly isLive: boolean;
}

const minuteMs = 60_000;
/** A rail that forgets knows a key for so long, and declares less: clocks differ. */
const knownForMs = 60 * minuteMs;
const declaredMs = 45 * minuteMs;
/** One rail in so many forgets. */
const forgetfulRails = 4;

/** What has travelled longer than this, over a leap of the clock, never arrives. */
const longestWayMs = 10 * 60_000;

/**
 * A rail with a memory, as real ones have: it pays once a key for as long as it knows the key, and knows nothing of what never
 * reached it. Its clock is its own.
 */
export class SimulatedRail implements PayoutRail {
  readonly rememberKeysForMs: number;
  /** It is out as a whole. */
  isDown = false;
  /** It answers everything but what a payout costs. */
  hasNoPrices = false;
  /** It asks three times its fee. */
  asksMore = false;
  /** What it was told to pay, by key. */
  readonly sent = new Map<string, PayoutInstruction>();
  /** Keys of payouts about which it has contradicted itself. */
  readonly contradicted = new Set<string>();
  /** When it began to pay each key, milliseconds: more than once where it had forgotten it. */
  readonly #payments = new Map<string, number[]>();
  readonly #knownForMs: number;
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
    const forgets = parts.dice.below(forgetfulRails) === 0;
    this.#knownForMs = forgets ? knownForMs : Number.POSITIVE_INFINITY;
    this.rememberKeysForMs = forgets ? declaredMs : Number.POSITIVE_INFINITY;
    if (forgets) parts.stage.tell(`the rail forgets keys after ${knownForMs / minuteMs} minutes`);
  }

  corridors(): readonly Corridor[] {
    return this.#parts.isLive ? [...sandboxRail.corridors(), selfFundedCorridor] : sandboxRail.corridors();
  }

  async price(corridor: Corridor): Promise<Price> {
    const { stage, faults } = this.#parts;
    await stage.gate('asks the rail for a price');
    if (this.hasNoPrices) throw inject(new RailUnavailable('the rail has no prices'));
    if (faults.strikes('priceFails', corridor.corridorId)) throw inject(new Error('the rail named no price'));
    const { rate, fee } = await sandboxRail.price(corridor);
    return { rate, fee: this.asksMore ? fee * 3n : fee };
  }

  paymentReasons(currency?: string): readonly PaymentReason[] | undefined {
    return sandboxRail.paymentReasons(currency);
  }

  submit(instruction: PayoutInstruction): Promise<RailStatus> {
    return this.#call(`sends ${instruction.key} to the rail`, async () => {
      if (!this.knows(instruction.key)) this.#pay(instruction);
      return this.#news(instruction);
    });
  }

  status(instruction: PayoutInstruction): Promise<RailStatus> {
    return this.#call(`asks the rail about ${instruction.key}`, async () => {
      if (!this.knows(instruction.key)) return { status: 'unknown' };
      return this.#contradiction(instruction) ?? this.#news(instruction);
    });
  }

  /** What it was told first since a time, however long it knows keys. */
  async since(sinceMs: number): Promise<RailPage> {
    const told = [...this.sent.values()].filter(({ key }) => (this.#payments.get(key)?.[0] ?? 0) >= sinceMs);
    return { records: await Promise.all(told.map((instruction) => this.#record(instruction))) };
  }

  async #record(instruction: PayoutInstruction): Promise<RailRecord> {
    const { key, organizationId, memo, corridorId, destinationAmount, destinationCurrency } = instruction;
    const news = (await this.#news(instruction)) as RailRecord['news'];
    const receivedAt = this.#payments.get(key)?.[0] ?? 0;
    return { key, organizationId, memo, corridorId, destinationAmount, destinationCurrency, receivedAt, news };
  }

  /** How often it has paid a key. */
  timesPaid(key: string): number {
    return this.#payments.get(key)?.length ?? 0;
  }

  /** When it began to pay a key first, milliseconds. */
  firstPaidAt(key: string): number | undefined {
    return this.#payments.get(key)?.[0];
  }

  knows(key: string): boolean {
    const paidAt = this.#payments.get(key)?.at(-1);
    return paidAt !== undefined && this.#parts.stage.now - paidAt < this.#knownForMs;
  }

  /** Whether it has paid a key that it no longer knows. */
  hasForgotten(key: string): boolean {
    return this.timesPaid(key) > 0 && !this.knows(key);
  }

  #pay(instruction: PayoutInstruction): void {
    const { key } = instruction;
    this.sent.set(key, instruction);
    this.#payments.set(key, [...(this.#payments.get(key) ?? []), this.#parts.stage.now]);
  }

  #news(instruction: PayoutInstruction): Promise<RailStatus> {
    return sandboxRail.status(withItsAccounts(instruction), this.#parts.stage.now);
  }

  /** Of what was recorded as completed, so that nobody can take it for true. */
  #contradiction({ key }: PayoutInstruction): RailStatus | undefined {
    const { faults, witness } = this.#parts;
    const payout = witness.keys('PAYOUT#').find((one) => one.endsWith(` ${key}`)) ?? '';
    const isRecorded = witness.current(payout)?.status === 'completed';
    if (!isRecorded || !faults.strikes('railContradicts', key)) return undefined;
    this.contradicted.add(key);
    return { status: 'failed', failureCode: 'account_invalid', fundsReturned: true };
  }

  async #call(what: string, act: () => Promise<RailStatus>): Promise<RailStatus> {
    const { stage, faults } = this.#parts;
    const sentAt = stage.now;
    await stage.gate(what);
    if (stage.now - sentAt > longestWayMs) throw inject(new Error('the call never arrived'));
    if (this.isDown) throw inject(new RailUnavailable('the rail is out'));
    if (faults.strikes('railFails', what)) throw inject(new Error('the rail could not be reached'));
    const news = await act();
    const isStopWord = faults.strikes('railSilent', what);
    await stage.gate(`hears from the rail: ${isStopWord ? 'nothing' : news.status}`);
    if (isStopWord) throw inject(new Error('the rail did not answer'));
    return faults.strikes('railUnforeseen', what) ? unforeseen(this.#parts.dice) : news;
  }
}

/** The instruction with the corridor that its account is registered for: that is what decides what becomes of it. */
export function withItsAccounts(instruction: PayoutInstruction): PayoutInstruction {
  const { corridorId, funding } = selfFundedCorridor;
  return instruction.corridorId === corridorId ? { ...instruction, corridorId: funding.accountsOf } : instruction;
}

/** What no adapter should hand on. */
function unforeseen(dice: Dice): RailStatus {
  const answers = [
    { status: 'on_hold' },
    { status: 'failed', failureCode: 'sanctions', fundsReturned: true },
    { status: 'processing', recheckInMs: -1 },
    undefined,
  ];
  return dice.pick(answers) as RailStatus;
}

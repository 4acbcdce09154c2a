import type {
  DepositChain,
  DepositFlusher,
  DepositRecord,
  DepositRecords,
  NotedDeposits,
} from '../../../../shared/ports/deposit-chain.ts';
import type { SenderScreening } from '../../../../shared/ports/screening.ts';
import { PlayedChain, type PlayedTransfer } from '../../../support/funding/played-chain.ts';
import type { Dice } from './dice.ts';
import type { FaultPlan } from './fault-plan.ts';
import { inject } from './refusals.ts';
import type { SimulatedRail } from './simulated-rail.ts';
import type { Stage } from './stage.ts';

/** One transfer that is in a block. */
export interface SentTransfer {
  readonly hash: string;
  readonly logIndex: number;
  readonly payoutId: string;
  /** Minor units of the token. */
  readonly amount: bigint;
  readonly isListed: boolean;
}

interface Parts {
  readonly stage: Stage;
  readonly dice: Dice;
  readonly faults: FaultPlan;
  readonly rail: SimulatedRail;
  readonly seed: number;
}

const blockMs = 2_000;
const finalAfter = 5;
/** Over a leap of the clock the chain makes no more blocks than this: a month of them would take long to read. */
const mostBlocks = 400;
const ordinary = '0x5160000000000000000000000000000000000001';
/** A sender that the sanctions list names. */
const listed = '0x7f367cc41522ce07553e823bf3be79a889debe1b';

/** What is funded in a day, minor units of the token: a few payouts reach it. */
const dailyLimits = [undefined, 40_000_000n, 120_000_000n];
/** What is sent only once it is flushed. */
const flushedFirst = [undefined, 20_000_000n];

function pick<T>(some: readonly T[], seed: number): T | undefined {
  return some[seed % some.length];
}

/** What payouts are funded on: a chain whose blocks pass with the time, the list of senders, and the second table, which no restore reaches. */
export class SimulatedDeposits {
  readonly played = new PlayedChain();
  /** Its nodes are out. */
  isDown = false;
  /** Every transfer that is in a block now. */
  readonly sent: SentTransfer[] = [];
  /** When the list stopped naming anybody, as a step; absent while it does. */
  clearSince: number | undefined;
  readonly #noted = new Map<string, DepositRecord & { readonly notedAt: number }>();
  /** Until when which block was the last final one: the time and the block. */
  readonly #finals: { readonly at: number; readonly final: number }[] = [];
  readonly #parts: Parts;
  /** The time up to which blocks have passed. */
  #blockAt: number;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#blockAt = parts.stage.now;
    this.played.behind = finalAfter;
    this.played.isOtherIssued = true;
    this.played.dailyLimit = pick(dailyLimits, parts.seed);
    this.played.flushFirst = pick(flushedFirst, parts.seed);
  }

  /** Puts transfers into one transaction. @returns its hash */
  send(transfers: readonly PlayedTransfer[], { isListed = false } = {}): string {
    this.#passBlocks();
    const { stage, dice } = this.#parts;
    const hash = `0x${dice.bytes(32).toString('hex')}`;
    this.played.mine(transfers, { hash, madeAt: stage.now, signer: isListed ? listed : ordinary });
    for (const [logIndex, { payoutId = '', amount }] of transfers.entries()) {
      this.sent.push({ hash, logIndex, payoutId, amount, isListed });
      stage.tell(`${amount} come to the address of ${payoutId} in block ${this.played.latest}`);
    }
    return hash;
  }

  /** Takes back the last transaction that is not final. @param again whether it is in the next block then */
  reorganize(again: boolean): void {
    this.#passBlocks();
    const { stage } = this.#parts;
    const hash = this.sent.at(-1)?.hash;
    if (hash === undefined || this.#blockOf(hash) <= this.played.final) return;
    stage.tell(`the transaction ${hash} ${again ? 'moves to another block' : 'is gone'}`);
    if (again) this.played.mineAgain(hash, stage.now);
    else this.#forget(hash);
  }

  /** Whether the transfers of a transaction were final at a time. */
  wasFinal(hash: string, at: number): boolean {
    const final = this.#finals.findLast((one) => one.at <= at)?.final ?? 0;
    return this.#blockOf(hash) <= final;
  }

  /** Whether everything that came was read. */
  isReadTo(nextBlock: number): boolean {
    return this.sent.every(({ hash }) => this.#blockOf(hash) < nextBlock);
  }

  /** What ever came to a payout, in minor units of the token. */
  cameTo(payoutId: string): bigint {
    return this.sent.filter((one) => one.payoutId === payoutId).reduce((sum, { amount }) => sum + amount, 0n);
  }

  /** Nodes answer and show everything, the token is a dollar, and nobody is listed any more. */
  endFaults(): void {
    const { played } = this;
    this.isDown = false;
    played.fault = undefined;
    played.listAll();
    this.clearSince ??= this.#parts.stage.step;
  }

  /** What the service has of all this, but for the chain itself. */
  get ports(): {
    readonly flusher: DepositFlusher;
    readonly senders: SenderScreening;
    readonly depositRecords: DepositRecords;
    readonly notedDeposits: NotedDeposits;
  } {
    const { flusher } = this.played;
    return {
      flusher: { flush: (token, order) => this.#answer('flushes', () => flusher.flush(token, order)) },
      senders: { screenSender: (address) => this.#screen(address) },
      depositRecords: { note: (record) => this.#note(record) },
      notedDeposits: {
        since: async (sinceMs) => ({ records: [...this.#noted.values()].filter(({ notedAt }) => notedAt >= sinceMs) }),
        wasSent: async (payoutId) => this.#parts.rail.timesPaid(payoutId) > 0,
      },
    };
  }

  get port(): DepositChain {
    const { port } = this.played;
    return {
      serving: (...asked) => this.#answer('names its contracts', () => port.serving(...asked)),
      head: (...asked) => this.#answer('names its head', () => port.head(...asked)),
      transfers: (...asked) => this.#answer('lists transfers', () => port.transfers(...asked)),
      transaction: (...asked) => this.#answer('shows a transaction', () => port.transaction(...asked)),
      received: (...asked) => this.#answer('adds up what came', () => port.received(...asked)),
      bankable: (...asked) => this.#answer('simulates flushes', () => port.bankable(...asked)),
      strays: (...asked) => this.#answer('looks for other tokens', () => port.strays(...asked)),
      worth: (...asked) => this.#answer('shows a price', () => port.worth(...asked)),
    };
  }

  async #answer<T>(what: string, act: () => Promise<T>): Promise<T> {
    const { stage, faults } = this.#parts;
    await stage.gate(`the chain ${what}`);
    if (this.isDown || faults.strikes('chainFails', what)) throw inject(new Error('the nodes do not agree'));
    this.#passBlocks();
    const answer = await act();
    await stage.gate('hears from the chain');
    return answer;
  }

  async #screen(address: string): ReturnType<SenderScreening['screenSender']> {
    await this.#parts.stage.gate('asks the list of senders');
    return address === listed && this.clearSince === undefined ? 'refused' : 'clear';
  }

  async #note(record: DepositRecord): Promise<void> {
    const { stage } = this.#parts;
    await stage.gate(`notes the address of ${record.payoutId}`);
    this.#noted.set(record.payoutId, { ...record, notedAt: stage.now });
    await stage.gate('has noted it');
  }

  #passBlocks(): void {
    const { now } = this.#parts.stage;
    const passed = Math.floor((now - this.#blockAt) / blockMs);
    this.#blockAt += passed * blockMs;
    this.played.mineBlocks(Math.min(passed, mostBlocks));
    this.#finals.push({ at: now, final: this.played.latest - finalAfter });
  }

  #forget(hash: string): void {
    this.played.vanish(hash);
    const left = this.sent.filter((one) => one.hash !== hash);
    this.sent.splice(0, this.sent.length, ...left);
  }

  #blockOf(hash: string): number {
    return this.played.blockOf(hash) ?? Number.POSITIVE_INFINITY;
  }
}

import type { Processor } from '../../../../shared/ports/processor.ts';
import {
  type CardFinding,
  CardProcessor,
  type CardReport,
  type Charged,
  type TopUpCall,
} from '../../../support/top-ups/card-processor.ts';
import type { FaultPlan } from './fault-plan.ts';
import { inject } from './refusals.ts';
import type { Stage } from './stage.ts';

interface Parts {
  readonly stage: Stage;
  readonly faults: FaultPlan;
}

const hourMs = 60 * 60_000;
/** What has travelled longer than this never arrives. */
const longestWayMs = hourMs;

/**
 * A card processor: charges or declines once a key for as long as it knows the key, which is a day. It is told of calls
 * that their senders have given up, says nothing, or says nothing clear.
 */
export class SimulatedCards implements Processor<TopUpCall, Charged> {
  readonly rememberKeysForMs: number;
  isDown = false;
  /** When each key was charged, milliseconds. */
  readonly charges = new Map<string, number[]>();
  #known = new CardProcessor();
  readonly #firstHeard = new Map<string, number>();
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.rememberKeysForMs = this.#known.rememberKeysForMs;
  }

  call(key: string, call: TopUpCall): Promise<CardReport> {
    const sentAt = this.#parts.stage.now;
    const arrive = () => this.#arrive(key, call, sentAt);
    return this.#way(`charges a card for ${key}`, async () => {
      if (this.#parts.faults.strikes('cardLate', key)) {
        void this.#parts.stage
          .park(`the call for ${key} travels on`)
          .then(arrive)
          .catch(() => undefined);
        throw inject(new Error('the card processor could not be reached in time'));
      }
      return arrive();
    }) as Promise<CardReport>;
  }

  find(key: string, call: TopUpCall): Promise<CardFinding> {
    return this.#way(`asks about the card charge ${key}`, () => this.#known.find(key, call));
  }

  async #way(what: string, act: () => Promise<CardFinding>): Promise<CardFinding> {
    const { stage, faults } = this.#parts;
    await stage.gate(what);
    if (this.isDown || faults.strikes('cardFails', what)) throw inject(new Error('the card processor is out'));
    const report = await act();
    const isSilent = faults.strikes('cardSilent', what);
    await stage.gate(`hears from the card processor: ${isSilent ? 'nothing' : report.outcome}`);
    if (isSilent) throw inject(new Error('the card processor did not answer'));
    return faults.strikes('cardUnclear', what) ? { outcome: 'unclear' } : report;
  }

  async #arrive(key: string, call: TopUpCall, sentAt: number): Promise<CardReport> {
    const { now } = this.#parts.stage;
    if (now - sentAt > longestWayMs) throw inject(new Error('the call never arrived'));
    this.#forget(key);
    const isNew = !this.#firstHeard.has(key);
    const report = await this.#known.call(key, call);
    if (isNew) this.#firstHeard.set(key, now);
    if (isNew && report.outcome === 'done') this.charges.set(key, [...(this.charges.get(key) ?? []), now]);
    return report;
  }

  /** After a day it takes the key for a new one. What it has charged it still lists. */
  #forget(key: string): void {
    const { now } = this.#parts.stage;
    if (now - (this.#firstHeard.get(key) ?? now) > 24 * hourMs) this.#firstHeard.delete(key);
  }
}

import type { Corridor } from '../../../shared/corridors/corridor.ts';
import type {
  PaymentReason,
  PayoutInstruction,
  PayoutRail,
  Price,
  RailNews,
} from '../../../shared/rails/payout-rail.ts';
import { sandboxRail } from '../../../shared/sandbox/simulator.ts';
import type { FaultPlan } from './fault-plan.ts';
import { inject } from './refusals.ts';
import type { Stage } from './stage.ts';

interface Parts {
  readonly stage: Stage;
  readonly faults: FaultPlan;
}

/** A rail with a memory, as real ones have: it pays once a key, and knows nothing of what never reached it. */
export class SimulatedRail implements PayoutRail {
  readonly rememberKeysForMs = Number.POSITIVE_INFINITY;
  /** What it pays, by key: sent again under the same key, it is paid once. */
  readonly sent = new Map<string, PayoutInstruction>();
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  corridors(): readonly Corridor[] {
    return sandboxRail.corridors();
  }

  async price(corridor: Corridor): Promise<Price> {
    await this.#parts.stage.gate('asks the rail for a price');
    return sandboxRail.price(corridor);
  }

  paymentReasons(currency?: string): readonly PaymentReason[] | undefined {
    return sandboxRail.paymentReasons(currency);
  }

  submit(instruction: PayoutInstruction, nowMs: number): Promise<RailNews> {
    return this.#call(`sends ${instruction.key} to the rail`, async () => {
      this.sent.set(instruction.key, instruction);
      return sandboxRail.submit(instruction, nowMs);
    });
  }

  status(instruction: PayoutInstruction, nowMs: number): Promise<RailNews> {
    return this.#call(`asks the rail about ${instruction.key}`, async () =>
      this.sent.has(instruction.key) ? sandboxRail.status(instruction, nowMs) : { status: 'unknown' },
    );
  }

  async #call(what: string, act: () => Promise<RailNews>): Promise<RailNews> {
    const { stage, faults } = this.#parts;
    await stage.gate(what);
    if (faults.strikes('railFails', what)) throw inject(new Error('the rail could not be reached'));
    const news = await act();
    const isSilent = faults.strikes('railSilent', what);
    await stage.gate(`hears from the rail: ${isSilent ? 'nothing' : news.status}`);
    if (isSilent) throw inject(new Error('the rail did not answer'));
    return news;
  }
}

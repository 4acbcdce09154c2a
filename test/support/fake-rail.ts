import { checkRailStatus } from '../../shared/ports/check-rail-status.ts';
import type { Corridor } from '../../shared/ports/corridor.ts';
import type {
  PaymentReason,
  PayoutInstruction,
  PayoutRail,
  Price,
  RailPage,
  RailRecord,
  RailStatus,
  Wanted,
} from '../../shared/ports/payout-rail.ts';
import type { Rails } from '../../shared/ports/runtime.ts';
import { sandboxCorridors } from '../../shared/providers/sandbox/corridors/catalog.ts';
import { sandboxRail } from '../../shared/providers/sandbox/payouts/simulator.ts';
import { sandboxRails } from '../../shared/providers/sandbox/rails-without-network.ts';

type RailMethod = 'submit' | 'status';

export interface RailCall {
  readonly method: RailMethod;
  readonly key: string;
}

/** A rail that remembers what was submitted, as real ones do. A test can read the calls that it received. */
export class FakeRail implements PayoutRail {
  rememberKeysForMs = 24 * 60 * 60 * 1000;
  /** In the order in which they came, including those that failed. */
  readonly calls: RailCall[] = [];
  /** How often each key was paid. */
  readonly payments = new Map<string, number>();
  /** The first instruction under each key, and when it came. */
  readonly received = new Map<string, { readonly instruction: PayoutInstruction; readonly receivedAt: number }>();
  /** Keys that the rail has forgotten: if one is submitted again, it is paid again. */
  readonly forgotten = new Set<string>();
  price: (corridor: Corridor, wanted?: Wanted) => Promise<Price> = async ({ fee }) => ({ rate: '0.92', fee });
  /** The status of a submitted payout. */
  news: (instruction: PayoutInstruction, nowMs: number) => RailStatus = ({ acceptedAt }, nowMs) =>
    nowMs < acceptedAt + 2_000 ? { status: 'processing', recheckInMs: 2_000 } : { status: 'completed' };
  /** Wraps every call: it may throw before or after the rail receives the call. */
  around: (call: RailCall, answer: () => Promise<RailStatus>) => Promise<RailStatus> = (_call, answer) => answer();

  corridors(): readonly Corridor[] {
    return sandboxCorridors;
  }

  paymentReasons(currency?: string): readonly PaymentReason[] | undefined {
    return sandboxRail.paymentReasons(currency);
  }

  submit(instruction: PayoutInstruction, nowMs: number): Promise<RailStatus> {
    return this.#called('submit', instruction, async () => {
      const { key } = instruction;
      this.forgotten.delete(key);
      if (!this.received.has(key)) this.received.set(key, { instruction, receivedAt: nowMs });
      this.payments.set(key, (this.payments.get(key) ?? 0) + 1);
      return this.news(instruction, nowMs);
    });
  }

  status(instruction: PayoutInstruction, nowMs: number): Promise<RailStatus> {
    const { key } = instruction;
    return this.#called('status', instruction, async () =>
      this.payments.has(key) && !this.forgotten.has(key) ? this.news(instruction, nowMs) : { status: 'unknown' },
    );
  }

  async since(sinceMs: number, nowMs: number): Promise<RailPage> {
    const received = [...this.received.values()].filter(({ receivedAt }) => receivedAt >= sinceMs);
    return {
      records: received.map(({ instruction, receivedAt }) => {
        return {
          ...instruction,
          receivedAt,
          news: checkRailStatus(this.news(instruction, nowMs)) as RailRecord['news'],
        };
      }),
    };
  }

  /** The methods that were called for one payout. */
  callsOf(key: string): RailMethod[] {
    return this.calls.filter((call) => call.key === key).map(({ method }) => method);
  }

  /** For `overrides` of a service: this rail, and the sandbox's other ports. */
  get rails(): () => Rails {
    return () => ({ ...sandboxRails, payouts: { sandbox: this } });
  }

  #called(method: RailMethod, { key }: PayoutInstruction, answer: () => Promise<RailStatus>): Promise<RailStatus> {
    this.calls.push({ method, key });
    return this.around({ method, key }, answer);
  }
}

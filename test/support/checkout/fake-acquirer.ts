import type { CardAcquirer, PriceCall } from '../../../shared/ports/card-acquirer.ts';
import type { ProcessorFinding, ProcessorReport } from '../../../shared/ports/processor.ts';
import type { Rails } from '../../../shared/ports/runtime.ts';
import { acquirerWithoutMemory } from '../../../shared/providers/sandbox/rails-without-memory.ts';
import { sandboxRails } from '../../../shared/providers/sandbox/rails-without-network.ts';

type Price = { readonly priceId: string };
export type PriceReport = ProcessorReport<Price>;
type PriceFinding = ProcessorFinding<Price>;

/** What happens to one call on its way: `go` lets it arrive and returns what the acquirer says. */
export type PriceOnTheWay = (go: () => Promise<PriceFinding>, what: 'call' | 'find') => Promise<PriceFinding>;

/** An acquirer that remembers the prices it has set up, as real ones do. A test decides what happens to calls on their way. */
export class FakeAcquirer {
  rememberKeysForMs = 12 * 60 * 60 * 1000;
  /** The first call under each key. */
  readonly prices = new Map<string, PriceCall>();
  /** Every call that arrived, in order. */
  readonly heard: { readonly what: 'call' | 'find'; readonly key: string }[] = [];
  /** Prices that were taken back, as often as they were. */
  readonly closed: string[] = [];
  onTheWay: PriceOnTheWay = (go) => go();
  /** What becomes of a first call. */
  decide: (call: PriceCall) => 'done' | 'refused' = () => 'done';
  range: CardAcquirer['range'] = acquirerWithoutMemory.range;
  onClose: (priceId: string) => void = () => {};

  /** Prices that the acquirer has and nobody took back. */
  get open(): string[] {
    return [...this.prices.keys()].map(idOf).filter((priceId) => !this.closed.includes(priceId));
  }

  /** For `overrides` of a service. */
  get rails(): () => Rails {
    return () => ({ ...sandboxRails, acquirer: this.#port });
  }

  get #port(): CardAcquirer {
    return {
      ...acquirerWithoutMemory,
      range: (currency) => this.range(currency),
      prices: {
        rememberKeysForMs: this.rememberKeysForMs,
        call: (key, call) => this.onTheWay(async () => this.#setUp(key, call), 'call') as Promise<PriceReport>,
        find: (key) => this.onTheWay(async () => this.#find(key), 'find'),
      },
      closePrice: async (_organizationId, priceId) => {
        this.onClose(priceId);
        this.closed.push(priceId);
      },
    };
  }

  #setUp(key: string, call: PriceCall): PriceReport {
    this.heard.push({ what: 'call', key });
    if (this.decide(call) === 'refused') return { outcome: 'refused' };
    const known = this.prices.get(key);
    if (known && JSON.stringify(known) !== JSON.stringify(call)) return { outcome: 'unclear' };
    this.prices.set(key, call);
    return { outcome: 'done', result: { priceId: idOf(key) } };
  }

  #find(key: string): PriceFinding {
    this.heard.push({ what: 'find', key });
    return this.prices.has(key) ? { outcome: 'done', result: { priceId: idOf(key) } } : { outcome: 'absent' };
  }
}

function idOf(key: string): string {
  return `price_${key}`;
}

/** The call never arrives. */
export const lost: PriceOnTheWay = async () => {
  throw new Error('the acquirer cannot be reached');
};

/** The call arrives, and its answer is lost. */
export const unanswered: PriceOnTheWay = async (go) => {
  await go();
  throw new Error('the acquirer does not answer');
};

import type { Processor, ProcessorFinding, ProcessorReport } from '../../../shared/ports/processor.ts';

export interface TopUpCall {
  /** Minor units, as text. */
  readonly amount: string;
  readonly currency: string;
}

export interface Charged {
  readonly chargeId: string;
}

export type CardReport = ProcessorReport<Charged>;
export type CardFinding = ProcessorFinding<Charged>;

/** What happens to one call on its way: `go` lets it arrive and returns what the processor says. */
export type OnTheWay = (go: () => Promise<CardFinding>, what: 'call' | 'find', key: string) => Promise<CardFinding>;

/** Cards that the processor declines. */
export const declinedAmount = '13';

/** A card processor that remembers keys as real ones do. A test decides what happens to calls on their way. */
export class CardProcessor implements Processor<TopUpCall, Charged> {
  readonly rememberKeysForMs = 12 * 60 * 60 * 1000;
  /** What it has charged, by key; and how often it heard of each key. */
  readonly charged = new Map<string, TopUpCall>();
  readonly declined = new Set<string>();
  /** Every call that arrived, in order. */
  readonly heard: { readonly what: 'call' | 'find'; readonly key: string; readonly call: TopUpCall }[] = [];
  onTheWay: OnTheWay = (go) => go();

  call(key: string, call: TopUpCall): Promise<CardReport> {
    return this.onTheWay(async () => this.#execute(key, call), 'call', key) as Promise<CardReport>;
  }

  find(key: string, call: TopUpCall): Promise<CardFinding> {
    return this.onTheWay(async () => this.#look(key, call), 'find', key);
  }

  /** Keys that were called for the first time: each is one charge or one decline. */
  get keys(): string[] {
    return [...new Set(this.heard.map(({ key }) => key))];
  }

  #execute(key: string, call: TopUpCall): CardFinding {
    this.heard.push({ what: 'call', key, call });
    if (!this.#knows(key)) this.#decide(key, call);
    return this.#report(key);
  }

  #look(key: string, call: TopUpCall): CardFinding {
    this.heard.push({ what: 'find', key, call });
    return this.#knows(key) ? this.#report(key) : { outcome: 'absent' };
  }

  #decide(key: string, call: TopUpCall): void {
    if (call.amount.endsWith(declinedAmount)) this.declined.add(key);
    else this.charged.set(key, call);
  }

  #knows(key: string): boolean {
    return this.charged.has(key) || this.declined.has(key);
  }

  #report(key: string): CardReport {
    return this.charged.has(key) ? { outcome: 'done', result: { chargeId: `ch_${key}` } } : { outcome: 'refused' };
  }
}

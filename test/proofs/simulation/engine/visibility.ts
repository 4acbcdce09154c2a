import { type Input, keysOf, type Output, type TableCall } from '../../../../local/table/call.ts';
import { type Item, type Key, keyText } from '../../../../local/table/item.ts';
import type { Dice } from './dice.ts';
import type { Commit } from './witness.ts';

/** The table is done with a transaction within this time, whenever the clock leaps and whenever its answer is heard. */
const longestHiddenMs = 1_900;

interface Hidden {
  readonly before: Item | undefined;
  readonly until: number;
}

/**
 * A transaction shows item by item: from when it takes effect until it is answered, a plain read sees each of its items as it
 * was or as it is, and once new it stays new.
 */
export class Visibility {
  readonly #hidden = new Map<Key, Hidden>();
  readonly #dice: Dice;
  readonly #clock: { readonly now: number };

  constructor(dice: Dice, clock: { readonly now: number }) {
    this.#dice = dice;
    this.#clock = clock;
  }

  /** @returns makes the transaction visible to everybody */
  hide({ changes, at }: Commit): () => void {
    const mine = changes.map(({ key, before }) => [key, { before, until: at + longestHiddenMs }] as const);
    for (const [key, hidden] of mine) this.#hidden.set(key, hidden);
    return () => {
      // A key that was shown and hidden again belongs to a later transaction.
      for (const [key, hidden] of mine) if (this.#hidden.get(key) === hidden) this.#hidden.delete(key);
    };
  }

  /** Whether a transaction or write meets one that is still under way: DynamoDB may refuse it or let it wait. */
  conflicts(call: TableCall): boolean {
    if (!isGuarded(call)) return false;
    this.#showOld();
    const met = keysOf(call).filter((key) => this.#hidden.has(key));
    if (met.length > 0 && this.#dice.chance(0.5)) return true;
    for (const key of met) this.#hidden.delete(key);
    return false;
  }

  /** What a plain read sees instead of what is stored. */
  asSeen(call: TableCall, output: Output): Output {
    this.#showOld();
    if (this.#hidden.size === 0) return output;
    if (call.name === 'Get') return { ...output, Item: this.#look(keysOf(call)[0] ?? '', output.Item) };
    if (call.name === 'Query' && !call.input.IndexName) return { ...output, Items: this.#lookAll(output.Items ?? []) };
    if (call.name !== 'BatchGet') return output;
    const responses = Object.entries<Input[]>(output.Responses ?? {});
    return {
      ...output,
      Responses: Object.fromEntries(responses.map(([name, items]) => [name, this.#lookAll(items)])),
    };
  }

  #lookAll(items: readonly Item[]): Item[] {
    return items.map((item) => this.#look(keyText(item), item)).filter((item) => item !== undefined);
  }

  #look(key: Key, stored: Item | undefined): Item | undefined {
    const hidden = this.#hidden.get(key);
    if (!hidden) return stored;
    if (this.#dice.chance(0.5)) return hidden.before;
    this.#hidden.delete(key);
    return stored;
  }

  #showOld(): void {
    for (const [key, { until }] of this.#hidden) if (until < this.#clock.now) this.#hidden.delete(key);
  }
}

function isGuarded({ name }: TableCall): boolean {
  return name !== 'Get' && name !== 'BatchGet' && name !== 'Query';
}

import { type Input, keysOf, type Output, type TableCall } from '../../../local/table/call.ts';
import { type Item, type Key, keyText } from '../../../local/table/item.ts';
import type { Dice } from './dice.ts';
import type { Commit } from './witness.ts';

/**
 * A transaction shows item by item: from when it takes effect until it is answered, a plain read sees each of its items as it
 * was or as it is, and once new it stays new.
 */
export class Visibility {
  readonly #hidden = new Map<Key, Item | undefined>();
  readonly #dice: Dice;

  constructor(dice: Dice) {
    this.#dice = dice;
  }

  /** @returns makes the transaction visible to everybody */
  hide({ changes }: Commit): () => void {
    const mine = new Map<Key, Item | undefined>();
    for (const { key, before } of changes) {
      mine.set(key, before);
      this.#hidden.set(key, before);
    }
    return () => {
      // A key that was shown and hidden again belongs to a later transaction.
      for (const [key, before] of mine) if (this.#hidden.get(key) === before) this.#hidden.delete(key);
    };
  }

  /** Whether a transaction or write meets one that is still under way: DynamoDB may refuse it or let it wait. */
  conflicts(call: TableCall): boolean {
    if (!isGuarded(call)) return false;
    const met = keysOf(call).filter((key) => this.#hidden.has(key));
    if (met.length > 0 && this.#dice.chance(0.5)) return true;
    for (const key of met) this.#hidden.delete(key);
    return false;
  }

  /** What a plain read sees instead of what is stored. */
  asSeen(call: TableCall, output: Output): Output {
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
    if (!this.#hidden.has(key)) return stored;
    if (this.#dice.chance(0.5)) return this.#hidden.get(key);
    this.#hidden.delete(key);
    return stored;
  }
}

function isGuarded({ name }: TableCall): boolean {
  return name !== 'Get' && name !== 'BatchGet' && name !== 'Query';
}

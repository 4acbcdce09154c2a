import type { Input } from '../call.ts';
import { ValidationException } from '../errors.ts';
import type { Item } from '../item.ts';
import { expressionValues, refuseUnknownName } from '../values.ts';
import type { Tokens } from './tokens.ts';

/** An attribute, by its name or its placeholder, or a value by its placeholder. */
export interface Operand {
  readonly kind: 'attribute' | 'value';
  readonly word: string;
}

export function readAttribute(tokens: Tokens): string {
  return knownName(tokens.next(/^#?[A-Za-z_]/));
}

export function readOperand(tokens: Tokens): Operand {
  const word = knownName(tokens.next(/^[:#A-Za-z_]/));
  return { kind: word.startsWith(':') ? 'value' : 'attribute', word };
}

function knownName(word: string): string {
  refuseUnknownName(word);
  return word;
}

const expressions = ['ConditionExpression', 'UpdateExpression', 'KeyConditionExpression', 'FilterExpression'] as const;

/** The meaning of the placeholders of one request. */
export class Placeholders {
  readonly #names: Readonly<Record<string, string>>;
  readonly #values: Item;

  /** @throws ValidationException unless the request defines exactly the placeholders that its expressions use */
  constructor(input: Input) {
    this.#names = input.ExpressionAttributeNames ?? {};
    for (const name of Object.values(this.#names)) refuseUnknownName(name);
    this.#values = expressionValues(input.ExpressionAttributeValues ?? {});
    const named = expressions.flatMap((field) => placeholdersIn(input[field]));
    const defined = [...Object.keys(this.#names), ...Object.keys(this.#values)];
    refuse('defined and not used', defined, named);
    refuse('used and not defined', named, defined);
  }

  name(word: string): string {
    return word.startsWith('#') ? (this.#names[word] as string) : word;
  }

  value(word: string): unknown {
    return this.#values[word];
  }

  /** The value of an operand for an item; undefined if the item has no such attribute. */
  of({ kind, word }: Operand, item: Item | undefined): unknown {
    return kind === 'value' ? this.value(word) : item?.[this.name(word)];
  }
}

function refuse(what: string, some: readonly string[], others: readonly string[]): void {
  const word = some.find((one) => !others.includes(one));
  if (word !== undefined) throw new ValidationException(`an expression's placeholder is ${what}: ${word}`);
}

const known = new Map<string, readonly string[]>();

function placeholdersIn(expression: string | undefined): readonly string[] {
  if (expression === undefined) return [];
  const words = known.get(expression) ?? expression.match(/[:#]\w+/g) ?? [];
  known.set(expression, words);
  return words;
}

import type { Condition } from './expressions.ts';

/** Values by the attributes of an item. */
export type Values<Item> = { readonly [Name in keyof Item]?: StoredValue<Item[Name]> };

/** A value to write or to compare with, as the table has it: no money, which is text there. A list may be read-only. */
export type StoredValue<Value> = Value extends readonly (infer Entry)[]
  ? readonly Entry[]
  : Value extends bigint
    ? never
    : Value;

/**
 * What the placeholders of one write stand for: of its update and its condition together. Every attribute is named by a
 * placeholder, because hundreds of words are reserved, `status` and `owner` among them.
 */
export class Placeholders {
  readonly #names: Record<string, string> = {};
  readonly #values: Record<string, unknown> = {};

  name(attribute: string): string {
    const placeholder = `#${attribute}`;
    this.#names[placeholder] = attribute;
    return placeholder;
  }

  /**
   * A placeholder of its own for each value, named after the attribute that it is for.
   * @throws Error for undefined: the document client would leave it out
   */
  value(attribute: string, value: unknown): string {
    if (value === undefined) throw new Error(`an expression has no value for ${attribute}`);
    let placeholder = `:${attribute}`;
    for (let count = 2; placeholder in this.#values; count += 1) placeholder = `:${attribute}${count}`;
    this.#values[placeholder] = value;
    return placeholder;
  }

  /** DynamoDB refuses to be given none. */
  get fields(): Pick<Condition, 'ExpressionAttributeNames' | 'ExpressionAttributeValues'> {
    return {
      ...(Object.keys(this.#names).length > 0 && { ExpressionAttributeNames: this.#names }),
      ...(Object.keys(this.#values).length > 0 && { ExpressionAttributeValues: this.#values }),
    };
  }
}

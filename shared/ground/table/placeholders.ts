import type { Condition } from './expressions.ts';

/** Values by the attributes of an item. */
export type Values<Item> = { readonly [Name in keyof Item]?: StoredValue<Item[Name]> };

/** A value to write or compare, in the table's form. Money is text there. A list may be read-only. */
export type StoredValue<Value> = Value extends readonly (infer Entry)[]
  ? readonly Entry[]
  : Value extends bigint
    ? never
    : Value;

/**
 * The placeholders of one write, for its update and its condition together. Every attribute is named by a placeholder,
 * because hundreds of words are reserved, such as `status` and `owner`.
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
   * Adds a separate placeholder for each value, named after its attribute.
   * @throws Error for undefined, which the document client would omit
   */
  value(attribute: string, value: unknown): string {
    if (value === undefined) throw new Error(`an expression has no value for ${attribute}`);
    let placeholder = `:${attribute}`;
    for (let count = 2; placeholder in this.#values; count += 1) placeholder = `:${attribute}${count}`;
    this.#values[placeholder] = value;
    return placeholder;
  }

  /** Omits empty sets, which DynamoDB refuses. */
  get fields(): Pick<Condition, 'ExpressionAttributeNames' | 'ExpressionAttributeValues'> {
    return {
      ...(Object.keys(this.#names).length > 0 && { ExpressionAttributeNames: this.#names }),
      ...(Object.keys(this.#values).length > 0 && { ExpressionAttributeValues: this.#values }),
    };
  }
}

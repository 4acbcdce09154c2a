/** An item in plain values, as the document client speaks them. */
export type Item = Record<string, unknown>;

/** A primary key as one text. */
export type Key = string;

export function keyText({ pk, sk }: Item): Key {
  return `${pk} ${sk}`;
}

/** The primary key in its text. A sort key has no space in it. */
export function keyParts(key: Key): { pk: string; sk: string } {
  const space = key.lastIndexOf(' ');
  return { pk: key.slice(0, space), sk: key.slice(space + 1) };
}

/**
 * An item as it comes back from a table: a copy without absent fields.
 * @throws Error for a value that the document client cannot say
 */
export function asStored(item: Item): Item {
  return copyOf(item) as Item;
}

/** A copy: whoever reads may change what it was given. */
export function copyOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return checked(value);
  if (Array.isArray(value)) return value.filter((part) => part !== undefined).map(copyOf);
  if (Object.getPrototypeOf(value) !== Object.prototype && Object.getPrototypeOf(value) !== null)
    throw unknownValue(value);
  const copy: Item = {};
  for (const name in value) {
    const part = (value as Item)[name];
    if (part !== undefined) copy[name] = copyOf(part);
  }
  return copy;
}

function checked(value: unknown): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  // Beyond, a number comes back as another one; minus zero comes back as zero.
  if (typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER)
    return value + 0;
  throw unknownValue(value);
}

function unknownValue(value: unknown): Error {
  return new Error(`the table in memory does not know values like ${String(value)} (${typeof value})`);
}

/** DynamoDB's type of a value, as its descriptors name it. */
export function typeOf(value: unknown): 'S' | 'N' | 'BOOL' | 'NULL' | 'L' | 'M' {
  if (typeof value === 'string') return 'S';
  if (typeof value === 'number') return 'N';
  if (typeof value === 'boolean') return 'BOOL';
  if (value === null) return 'NULL';
  return Array.isArray(value) ? 'L' : 'M';
}

/** Before, at or behind: numbers by size, text by its UTF-8 bytes, as DynamoDB sorts them. Undefined where no order exists. */
export function compare(a: unknown, b: unknown): number | undefined {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b);
  return undefined;
}

const SURROGATE = /[\ud800-\udfff]/;

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  // Characters beyond the first plane sort behind all others, which UTF-16 has elsewhere.
  if (SURROGATE.test(a) || SURROGATE.test(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : 1;
}

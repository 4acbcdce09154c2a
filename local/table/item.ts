/** An item in plain values, as the document client uses them. */
export type Item = Record<string, unknown>;

export interface PrimaryKey {
  readonly pk: string;
  readonly sk: string;
}

/** A primary key as one text that no other key has. */
export type Key = string;

/** The partition key ends at the first space. Its own spaces are escaped. */
export function keyText({ pk, sk }: Item): Key {
  const partition = String(pk);
  return `${/[ %]/.test(partition) ? escaped(partition) : partition} ${sk}`;
}

export function keyParts(key: Key): PrimaryKey {
  const end = key.indexOf(' ');
  return { pk: key.slice(0, end).replaceAll('%20', ' ').replaceAll('%25', '%'), sk: key.slice(end + 1) };
}

function escaped(partition: string): string {
  return partition.replaceAll('%', '%25').replaceAll(' ', '%20');
}

/** The primary key in an item. */
export function primaryKey({ pk, sk }: Item): PrimaryKey {
  return { pk, sk } as PrimaryKey;
}

/** DynamoDB's type of a value, as its descriptors name it. */
export function typeOf(value: unknown): 'S' | 'N' | 'BOOL' | 'NULL' | 'L' | 'M' {
  if (typeof value === 'string') return 'S';
  if (typeof value === 'number') return 'N';
  if (typeof value === 'boolean') return 'BOOL';
  if (value === null) return 'NULL';
  return Array.isArray(value) ? 'L' : 'M';
}

/**
 * Compares two values: numbers by size, text by its UTF-8 bytes, as DynamoDB sorts them. Undefined if the values have
 * no order.
 */
export function compare(a: unknown, b: unknown): number | undefined {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b);
  return undefined;
}

const SURROGATE = /[\ud800-\udfff]/;

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  // Characters beyond the first plane sort after all others; in UTF-16 they do not.
  if (SURROGATE.test(a) || SURROGATE.test(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : 1;
}

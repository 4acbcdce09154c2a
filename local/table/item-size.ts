import type { Item } from './item.ts';

/**
 * Sizes are cached, because every call needs those of the items that it touches. The table never changes an item; it
 * replaces it.
 */
const sizes = new WeakMap<Item, number>();

/**
 * The size of an item in bytes by AWS's rule ("DynamoDB item sizes and formats"): the names and values of its
 * attributes.
 */
export function itemSize(item: Item): number {
  const known = sizes.get(item);
  if (known !== undefined) return known;
  const size = Object.entries(item).reduce((sum, [name, value]) => sum + textBytes(name) + valueSize(value), 0);
  sizes.set(item, size);
  return size;
}

const containerBytes = 3;
const elementBytes = 1;

function valueSize(value: unknown): number {
  if (value === undefined) return 0;
  if (typeof value === 'string') return textBytes(value);
  if (typeof value === 'number') return numberSize(String(value));
  if (value === null || typeof value === 'boolean') return 1;
  const elements = Object.entries(value as object);
  const names = Array.isArray(value) ? 0 : elements.reduce((sum, [name]) => sum + textBytes(name), 0);
  return elements.reduce((sum, [, part]) => sum + elementBytes + valueSize(part), containerBytes + names);
}

/** About one byte for two significant digits, and one more. */
function numberSize(text: string): number {
  const digits = text.replace(/[^\d]/g, '').replace(/^0+|0+$/g, '').length;
  return Math.ceil(digits / 2) + 1 + (text.startsWith('-') ? 1 : 0);
}

function textBytes(text: string): number {
  return Buffer.byteLength(text);
}

import type { Attributes } from './unknown-attributes.ts';

export function isMap(value: unknown): value is Attributes {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

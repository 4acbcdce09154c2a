import type { responseHeaders } from '../contract/response-headers.ts';
import type { Reference } from './types.ts';

export function headerReferences(...names: (keyof typeof responseHeaders)[]): Record<string, Reference> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiPrefix } from '../../../shared/contract/endpoint.ts';
import type { OpenApiDocument, OpenApiOperation } from '../../../shared/openapi/types.ts';
import { root } from '../pages.ts';

export const description: OpenApiDocument = JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8'));

/** An operation with the line that its requests begin with. */
export interface DescribedOperation extends OpenApiOperation {
  readonly method: string;
  /** From the host on. */
  readonly fullPath: string;
}

export const operations: readonly DescribedOperation[] = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    ...operation,
    method: method.toUpperCase(),
    fullPath: apiPrefix + path,
  })),
);

/** Tags of operations. Webhooks have one of their own. */
export const operationTags = description.tags.filter(({ name }) => operations.some(({ tags }) => tags.includes(name)));

/** What a `$ref` names, with what stands beside it. Anything else is what it is. */
export function resolved<T extends object>(value: T | { $ref: string }): T {
  if (!('$ref' in value) || typeof value.$ref !== 'string') return value as T;
  const { $ref, ...beside } = value;
  const named = $ref
    .slice(2)
    .split('/')
    .reduce<unknown>((place, name) => (place as Record<string, unknown>)[name], description);
  return { ...resolved(named as T), ...beside };
}

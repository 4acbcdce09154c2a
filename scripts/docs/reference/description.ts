import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiPrefix } from '../../../shared/contract/endpoint.ts';
import type { OpenApiDocument, OpenApiOperation } from '../../../shared/openapi/types.ts';
import { root } from '../pages.ts';

export const description: OpenApiDocument = JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8'));

/** An operation with the method and path of its requests. */
export interface DescribedOperation extends OpenApiOperation {
  readonly method: string;
  /** The path after the host. */
  readonly fullPath: string;
}

export const operations: readonly DescribedOperation[] = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    ...operation,
    method: method.toUpperCase(),
    fullPath: apiPrefix + path,
  })),
);

/** The tags of operations. Webhooks have their own. */
export const operationTags = description.tags.filter(({ name }) => operations.some(({ tags }) => tags.includes(name)));

/** Resolves a `$ref` and merges it with its sibling fields. Anything else is returned unchanged. */
export function resolved<T extends object>(value: T | { $ref: string }): T {
  if (!('$ref' in value) || typeof value.$ref !== 'string') return value as T;
  const { $ref, ...beside } = value;
  const named = $ref
    .slice(2)
    .split('/')
    .reduce<unknown>((place, name) => (place as Record<string, unknown>)[name], description);
  return { ...resolved(named as T), ...beside };
}

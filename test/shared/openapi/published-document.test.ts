import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { discoverEndpoints } from '../../../functions/discover.ts';
import { openApiDocument } from '../../../shared/openapi/document.ts';
import { resolvedParameters } from '../../../shared/openapi/parameters.ts';
import { resolvedResponse } from '../../../shared/openapi/shared-responses.ts';
import type { Story } from '../../../shared/openapi/story.ts';
import type { OpenApiDocument } from '../../../shared/openapi/types.ts';

const endpoints = await discoverEndpoints();
const text = readFileSync(join(import.meta.dirname, '../../../docs/openapi.json'), 'utf8');
const story: Story = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../docs/generated/examples.json'), 'utf8'),
);
const document = JSON.parse(text) as OpenApiDocument;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

test('docs/openapi.json is what the endpoints declare; if not, run node scripts/openapi.ts', () => {
  expect(text).toBe(`${JSON.stringify(openApiDocument(endpoints, story), null, 2)}\n`);
});

test('every endpoint but the pages is in it under its method and path', () => {
  const declared = endpoints
    .filter(({ declaration: { operation, page } }) => operation !== 'routeNotFound' && !page)
    .map(({ declaration: { method, path, operation } }) => `${method} ${path} ${operation}`);
  const published = operations.map(
    ({ method, path, operation }) => `${method.toUpperCase()} ${path} ${operation.operationId}`,
  );

  expect(published.sort()).toEqual(declared.sort());
});

describe('it is small enough to read and to generate from', () => {
  const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

  test.each(operations)(
    '$method $path takes at most 4.5 KB with its examples, and its samples as much',
    ({ operation }) => {
      const { 'x-codeSamples': samples = [], ...rest } = operation;
      expect(bytes(rest)).toBeLessThanOrEqual(4_500);
      expect(bytes(samples)).toBeLessThanOrEqual(4_500);
    },
  );

  test('all of it takes at most 90 KB compressed', () => {
    expect(gzipSync(JSON.stringify(document)).length).toBeLessThanOrEqual(90_000);
  });
});

describe('it is a valid OpenAPI 3.1 document', () => {
  test('it names its version, title and licence', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info).toMatchObject({
      title: 'Sluice',
      version: expect.any(String),
      license: { identifier: 'Apache-2.0' },
    });
  });

  test('every reference leads somewhere', () => {
    const dangling = references(document).filter((ref) => resolve(ref) === undefined);

    expect(dangling).toEqual([]);
  });

  test('every component is referred to', () => {
    const used = new Set(references(document));
    const names = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`);

    expect(names.filter((name) => !used.has(name))).toEqual([]);
  });

  test('no two operations share a name', () => {
    const names = operations.map(({ operation }) => operation.operationId);

    expect(new Set(names).size).toBe(names.length);
  });

  test.each(operations)('$method $path declares each path parameter once, and no other', ({ path, operation }) => {
    const inPath = resolvedParameters(document, operation).filter((parameter) => parameter.in === 'path');

    expect(inPath.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{[^}]+\}/g) ?? []);
    expect(inPath.every(({ required }) => required)).toBe(true);
  });

  test.each(operations)(
    '$method $path has unique parameters, tags that exist and known ways to sign',
    ({ operation }) => {
      const keys = resolvedParameters(document, operation).map((parameter) => `${parameter.in} ${parameter.name}`);
      const schemes = operation.security.flatMap((way) => Object.keys(way));

      expect(new Set(keys).size).toBe(keys.length);
      expect(document.tags.map(({ name }) => name)).toEqual(expect.arrayContaining(operation.tags));
      expect(schemes.filter((scheme) => !(scheme in document.components.securitySchemes))).toEqual([]);
    },
  );

  test.each(operations)('$method $path describes each response', ({ operation }) => {
    const responses = Object.entries(operation.responses);

    expect(responses.some(([status]) => status.startsWith('2'))).toBe(true);
    const described = responses.map(
      ([status, response]) => [status, resolvedResponse(document, response).description] as const,
    );
    expect(described.filter(([status, description]) => !/^[1-5]\d\d$/.test(status) || !description)).toEqual([]);
  });

  test('no pattern needs what only some readers of patterns know', () => {
    const patterns = valuesOf(document, 'pattern');

    expect(patterns.filter((pattern) => /\\[pPuU]\{|\(\?</.test(pattern))).toEqual([]);
  });

  test('every page size tells its bounds', () => {
    const limits = operations
      .flatMap(({ operation }) => resolvedParameters(document, operation))
      .filter(({ name }) => name === 'limit')
      .map(({ schema }) => schema.anyOf?.[0] ?? schema);

    expect(limits.length).toBeGreaterThan(0);
    expect(limits.filter(({ type, minimum, maximum }) => type !== 'integer' || minimum !== 1 || !maximum)).toEqual([]);
  });

  test('a read has no body', () => {
    const reads = operations.filter(({ method, operation }) => method === 'get' && operation.requestBody);

    expect(reads).toEqual([]);
  });
});

function references(node: unknown): string[] {
  return valuesOf(node, '$ref');
}

function valuesOf(node: unknown, name: string): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === name && typeof value === 'string' ? [value] : valuesOf(value, name),
  );
}

function resolve(ref: string): unknown {
  return ref
    .replace('#/', '')
    .split('/')
    .reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], document);
}

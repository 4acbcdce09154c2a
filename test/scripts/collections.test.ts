import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { collectionOf } from '../../scripts/collections/collection.ts';
import { exampleBody } from '../../scripts/collections/example-of.ts';
import { printBruno } from '../../scripts/collections/print-bruno.ts';
import { printPostman } from '../../scripts/collections/print-postman.ts';
import type { OpenApiDocument } from '../../shared/openapi/types.ts';

const document: OpenApiDocument = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../docs/openapi.json'), 'utf8'),
);
const collection = collectionOf(document);
const requests = [...collection.folders.values()].flat();
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
const postman = JSON.parse(printPostman(collection));
const bruno = printBruno(collection);

describe('a collection', () => {
  test('has each operation once, in the folder of its tag', () => {
    const byFolder = [...collection.folders].flatMap(([tag, all]) => all.map(({ operation }) => `${tag}/${operation}`));
    expect(byFolder.sort()).toEqual(operations.map(({ operationId, tags }) => `${tags[0]}/${operationId}`).sort());
  });

  test('names a request once in its folder, because runners choose by name', () => {
    for (const all of collection.folders.values()) expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  });

  test('knows every variable that a request uses', () => {
    const used = requests.flatMap(({ url, body = '' }) => [...(url + body).matchAll(/\{\{(\w+)\}\}/g)]);
    expect(used.length).toBeGreaterThan(100);
    expect(used.filter(([, name = '']) => !(name in collection.variables))).toEqual([]);
  });

  test('has no secret and no account of its own', () => {
    for (const name of ['privateKey', 'sessionToken', 'apiKeyId', 'organizationId', 'idempotencyKey']) {
      expect(collection.variables[name]).toBe('');
    }
  });

  test('sends a body where the description has one: JSON with every field that is required', () => {
    for (const { requestBody, operationId } of operations) {
      const { body } = requests.find(({ operation }) => operation === operationId) ?? {};
      expect(body !== undefined, operationId).toBe(requestBody !== undefined);
      if (body !== undefined) expect(() => JSON.parse(body), operationId).not.toThrow();
    }
    const payout = requests.find(({ operation }) => operation === 'createPayout');
    expect(JSON.parse(payout?.body ?? '')).toMatchObject({ amount: expect.stringMatching(/^\d/) });
  });

  test('is signed where a key may call, and sends the token where only people may', () => {
    const callerOf = (operation: string) => requests.find((request) => request.operation === operation)?.caller;
    expect([callerOf('createPayout'), callerOf('listMembers'), callerOf('getHealth')]).toEqual([
      'key',
      'session',
      'anybody',
    ]);
  });
});

describe('a body is', () => {
  const schema = { type: 'object', required: ['a'], properties: { a: { type: 'string', examples: ['x'] } } };

  test('the example of the description', () => {
    expect(exampleBody(document, { schema, example: { a: 'told' } })).toEqual({ a: 'told' });
    expect(exampleBody(document, { schema, examples: { one: { value: { a: 'named' } } } })).toEqual({ a: 'named' });
  });

  test('an example that the description keeps among its components', () => {
    const components = { ...document.components, examples: { Kept: { value: { a: 'kept' } } } };
    const described = { schema, examples: { one: { $ref: '#/components/examples/Kept' } } };
    expect(exampleBody({ ...document, components }, described)).toEqual({ a: 'kept' });
  });

  test('or else made of the fields that are required, with a variable for what nobody knows', () => {
    const properties = { ...schema.properties, payoutId: { type: 'string' }, other: { type: 'string' } };
    expect(exampleBody(document, { schema: { ...schema, required: ['a', 'payoutId'], properties } })).toEqual({
      a: 'x',
      payoutId: '{{payoutId}}',
    });
  });
});

test('both kinds hold the same requests', () => {
  type Item = { readonly name: string; readonly request: { readonly method: string; readonly url: { raw: string } } };
  const ofPostman = postman.item.flatMap(({ item }: { item: Item[] }) => item);
  expect(ofPostman).toHaveLength(operations.length);
  const texts = [...bruno].filter(([path]) => path.endsWith('.bru') && !/^(collection|environments)/.test(path));
  expect(texts).toHaveLength(operations.length);
  for (const { name, request } of ofPostman as Item[]) {
    const text = texts.map(([, found]) => found).find((found) => found.includes(`\n  name: ${name}\n`));
    expect(text).toContain(`${request.method.toLowerCase()} {\n  url: ${request.url.raw}\n`);
  }
});

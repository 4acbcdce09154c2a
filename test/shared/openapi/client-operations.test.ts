import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { printClient } from '../../../scripts/client/print-client.ts';
import { docComment, literal } from '../../../scripts/client/print-text.ts';
import { printType } from '../../../scripts/client/print-type.ts';
import { openApiDocument } from '../../../shared/openapi/document.ts';
import type { JsonSchema, OpenApiDocument } from '../../../shared/openapi/types.ts';
import { createThing, declared, listThings } from './sample-endpoints.ts';

const root = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

test('client/src/operations.ts is what the document says; if not, run node scripts/generate-client.ts', () => {
  const document = JSON.parse(read('docs/openapi.json')) as OpenApiDocument;

  expect(read('client/src/operations.ts')).toBe(printClient(document));
});

describe('the printed client', () => {
  const text = printClient(JSON.parse(JSON.stringify(openApiDocument(declared(createThing, listThings)))));

  test('has a method per operation; a list with a cursor is a List, a guarded write may allow duplicates', () => {
    expect(text).toContain(
      'createThing(params: CreateThingParams, options?: GuardedWriteOptions): Promise<CreateThingResult>',
    );
    expect(text).toContain('listThings(params: ListThingsParams = {}, options?: CallOptions): List<ListThingsResult>');
  });

  test('takes path and body fields as one object, without the organization', () => {
    expect(text).toContain(`export interface CreateThingParams {
  readonly kind: string;
  /** Decimal. */
  readonly amount: string;
  /** Default: "none". */
  readonly note?: string;
}`);
  });

  test('does not count a challenge among the results', () => {
    expect(text).toContain(`export type CreateThingResult = SampleThing | {
  readonly status: 'pending_approval';
};`);
    expect(text).not.toContain('SignatureChallenge');
  });

  test('refuses two parameters of one name', () => {
    const document = JSON.parse(JSON.stringify(openApiDocument(declared(createThing)))) as OpenApiDocument;
    const path = document.paths['/payments/organizations/{orgId}/things/{kind}'];
    path?.post?.parameters.push({ name: 'amount', in: 'query', required: false, schema: { type: 'string' } });

    expect(() => printClient(document)).toThrow('createThing: amount');
  });
});

test.each<[JsonSchema, string]>([
  [{ type: 'string', enum: ['a', "b'c"] }, "'a' | 'b\\'c'"],
  [{ const: 'x' }, "'x'"],
  [{ type: ['string', 'null'] }, 'string | null'],
  [{ type: 'array', items: { type: 'string', enum: ['a', 'b'] } }, "readonly ('a' | 'b')[]"],
  [{ type: 'array', items: { type: 'array', items: { type: 'integer' } } }, 'readonly (readonly number[])[]'],
  [{ type: 'object', additionalProperties: { type: 'number' } }, 'Readonly<Record<string, number>>'],
  [{ type: 'object' }, 'Readonly<Record<string, unknown>>'],
  [
    { allOf: [{ $ref: '#/components/schemas/A' }, { anyOf: [{ type: 'string' }, { type: 'null' }] }] },
    'A & (string | null)',
  ],
  [{ enum: ['a'.repeat(50), 'b'.repeat(50)] }, `\n  | '${'a'.repeat(50)}'\n  | '${'b'.repeat(50)}'`],
  [{}, 'unknown'],
  [
    { type: 'object', properties: { 'x-y': { type: 'boolean' } }, required: ['x-y'] },
    "{\n  readonly 'x-y': boolean;\n}",
  ],
])('%j is printed as TypeScript', (schema, type) => {
  expect(printType(schema)).toBe(type);
});

test('a type that TypeScript would lose is refused', () => {
  expect(() => printType({ type: 'tuple' })).toThrow('tuple');
});

test('text is escaped and wrapped', () => {
  expect(literal('a\n"b"\'')).toBe(`'a\\n"b"\\''`);
  expect(docComment('ends */ here')).toBe('/** ends * / here */\n');
  expect(
    docComment(`${'word '.repeat(40)}`)
      .split('\n')
      .every((line) => line.length <= 120),
  ).toBe(true);
});

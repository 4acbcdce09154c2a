import { describe, expect, test } from 'vitest';
import type { JsonSchema, OpenApiDocument } from '../../../shared/openapi/types.ts';
import { asOpenApi30 } from '../../../shared/openapi/version-3-0.ts';
import { openApiText } from '../../support/contract.ts';

const published = JSON.parse(openApiText) as OpenApiDocument;

/** What becomes of one schema, beside a component `Amount` that it can refer to. */
function translated(schema: JsonSchema): JsonSchema | undefined {
  const schemas = { Amount: { type: 'string', pattern: '^[0-9]+$', description: 'Money.' }, Tried: schema };
  const components = { ...published.components, schemas };
  return asOpenApi30({ ...published, paths: {}, components }).components.schemas.Tried;
}

const amount = { $ref: '#/components/schemas/Amount' };

describe('a description as OpenAPI 3.0', () => {
  test('has every operation and schema of the one that is published, and no webhook', () => {
    const document = asOpenApi30(published);
    expect(document.openapi).toBe('3.0.3');
    expect(Object.keys(document.paths)).toEqual(Object.keys(published.paths));
    expect(Object.keys(document.components.schemas)).toEqual(Object.keys(published.components.schemas));
    expect(document).not.toHaveProperty('webhooks');
    const tags = document.tags.map(({ name }) => name);
    expect(tags).toContain('webhooks');
    expect(tags).not.toContain('webhook-events');
  });

  test('leaves what examples show as it is', () => {
    const examplesOf = ({ paths }: Pick<OpenApiDocument, 'paths'>) =>
      Object.values(paths).flatMap((methods) =>
        Object.values(methods).map(({ requestBody }) => requestBody?.content['application/json'].example),
      );
    expect(examplesOf(asOpenApi30(published))).toEqual(examplesOf(published));
  });

  test.each<[string, JsonSchema, JsonSchema]>([
    ['one of two types is null', { type: ['string', 'null'] }, { type: 'string', nullable: true }],
    ['a constant is the only value', { type: 'integer', const: 1 }, { type: 'integer', enum: [1] }],
    ['the first example is shown', { type: 'string', examples: ['a', 'b'] }, { type: 'string', example: 'a' }],
    ['a reference alone stays one', amount, amount],
    [
      'a reference with words of its own becomes a part',
      { ...amount, description: 'Due.' },
      { description: 'Due.', allOf: [amount] },
    ],
    [
      'a reference or null is written out, with the words of its use',
      { anyOf: [amount, { type: 'null' }], description: 'Due.' },
      { type: 'string', pattern: '^[0-9]+$', description: 'Due.', nullable: true },
    ],
    [
      'what names of properties are like cannot be said',
      { type: 'object', propertyNames: { type: 'string', maxLength: 4 }, additionalProperties: { const: 'x' } },
      { type: 'object', additionalProperties: { enum: ['x'] } },
    ],
    [
      'schemas within are translated too',
      {
        type: 'array',
        items: { type: 'object', properties: { at: { oneOf: [{ const: 'now' }, { type: 'string' }] } } },
      },
      {
        type: 'array',
        items: { type: 'object', properties: { at: { oneOf: [{ enum: ['now'] }, { type: 'string' }] } } },
      },
    ],
  ])('%s', (_, schema, expected) => {
    expect(translated(schema)).toEqual(expected);
  });

  test.each<[string, JsonSchema]>([
    ['a keyword that nobody has translated', { type: 'array', prefixItems: [{ type: 'string' }] }],
    ['more than one type besides null', { type: ['string', 'integer', 'null'] }],
    ['more than one alternative besides null', { anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }] }],
  ])('is not made of %s', (_, schema) => {
    expect(() => translated(schema)).toThrow('OpenAPI 3.0 has');
  });
});

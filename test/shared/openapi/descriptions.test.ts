import { expect, test } from 'vitest';
import { discoverEndpoints } from '../../../functions/discover.ts';
import { cors } from '../../../shared/contract/cors.ts';
import { openApiDocument } from '../../../shared/openapi/document.ts';
import type { JsonSchema, OpenApiOperation } from '../../../shared/openapi/types.ts';

const document = openApiDocument(await discoverEndpoints());
const { schemas, parameters, headers, responses, securitySchemes } = document.components;
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

test('every field of a shared schema is described', () => {
  const faults = Object.entries(schemas).flatMap(([name, schema]) => fieldsWithout(schema, name));

  expect(faults).toEqual([]);
});

test('every field of a body and of an answer is described', () => {
  const faults = operations.flatMap((operation) =>
    schemasOf(operation).flatMap((schema) => fieldsWithout(schema, operation.operationId)),
  );

  expect(faults).toEqual([]);
});

test('every parameter of an operation is described', () => {
  const faults = operations.flatMap((operation) =>
    operation.parameters.flatMap((parameter) =>
      '$ref' in parameter || parameter.description ? [] : [`${operation.operationId} ${parameter.name}`],
    ),
  );

  expect(faults).toEqual([]);
});

test.each(Object.entries({ schemas, parameters, headers, responses, securitySchemes }))(
  'all of components.%s have a description',
  (_, components) => {
    const described = Object.entries(components as Record<string, { description?: string }>);

    expect(described.filter(([, { description }]) => !description).map(([name]) => name)).toEqual([]);
  },
);

test('every operation and every domain has a description', () => {
  expect(operations.filter(({ description }) => !description).map(({ operationId }) => operationId)).toEqual([]);
  expect(document.tags.filter(({ description }) => !description).map(({ name }) => name)).toEqual([]);
});

test('no description is only the name of its field', () => {
  const words = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]|\b(the|a|an|of|this)\b/g, '');
  const repeated = Object.entries(schemas).flatMap(([schema, { properties = {} }]) =>
    Object.entries(properties)
      .filter(([name, { description = '' }]) => words(description) === words(name))
      .map(([name]) => `${schema}.${name}`),
  );

  expect(repeated).toEqual([]);
});

test('a browser may read every header of the document from another origin', () => {
  const shared = Object.values(document.components.responses);
  const own = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ responses }) => Object.values(responses)),
  );
  const documented = [...shared, ...own].flatMap((response) =>
    'headers' in response ? Object.keys(response.headers ?? {}) : [],
  );
  const names = new Set([...documented, ...Object.keys(document.components.headers)].map((name) => name.toLowerCase()));
  expect(names).toContain('x-next-cursor');
  expect([...names].filter((name) => !cors.responseHeaders.includes(name))).toEqual([]);
});

function schemasOf({ requestBody, responses }: OpenApiOperation): JsonSchema[] {
  const contents = Object.values(responses).flatMap((response) => ('content' in response ? [response.content] : []));
  return [requestBody?.content, ...contents]
    .flatMap((content) => Object.values(content ?? {}))
    .map(({ schema }: { schema: JsonSchema }) => schema);
}

/** Paths of the fields below a schema that say nothing of themselves. */
function fieldsWithout(schema: JsonSchema, path: string): string[] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    ...(isDescribed(field) ? [] : [`${path}.${name}`]),
    ...fieldsWithout(field, `${path}.${name}`),
  ]);
  return [...own, ...partsOf(schema).flatMap((part) => fieldsWithout(part, path))];
}

function partsOf({ items, additionalProperties, anyOf = [], oneOf = [], allOf = [] }: JsonSchema): JsonSchema[] {
  const values = typeof additionalProperties === 'object' ? [additionalProperties] : [];
  return [...(items ? [items] : []), ...values, ...anyOf, ...oneOf, ...allOf];
}

/** A field may be described by what it refers to, and one that can be null by what it is otherwise. */
function isDescribed({ description, $ref, anyOf = [] }: JsonSchema): boolean {
  if (description) return true;
  if ($ref) return isDescribed(schemas[$ref.replace('#/components/schemas/', '')] ?? {});
  const [only, ...others] = anyOf.filter(({ type }) => type !== 'null');
  return only !== undefined && others.length === 0 && isDescribed(only);
}

import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { AnyEndpoint } from '../../../shared/contract/endpoint.ts';
import { openApiDocument } from '../../../shared/openapi/document.ts';
import { resolvedParameters } from '../../../shared/openapi/parameters.ts';
import { resolvedResponse } from '../../../shared/openapi/shared-responses.ts';
import type { OpenApiOperation, Response } from '../../../shared/openapi/types.ts';
import { discoveredNotePages } from '../../support/note-pages.ts';
import { createThing, declared, getHealth, listThings } from './sample-endpoints.ts';

const document = openApiDocument(declared(createThing, listThings, getHealth));
const { paths, components, tags } = document;
const parametersOf = (operation: OpenApiOperation) => resolvedParameters(document, operation);
const create = paths['/payments/organizations/{orgId}/things/{kind}']?.post as OpenApiOperation;
const list = paths['/payments/organizations/{orgId}/things']?.get as OpenApiOperation;
const health = paths['/health']?.get as OpenApiOperation;

type AnyResponse = OpenApiOperation['responses'][string];
const answer = (response: AnyResponse | undefined) => response as Response | undefined;
const schemaOf = (response: AnyResponse | undefined) => {
  const content = answer(response)?.content;
  return content && 'application/json' in content ? content['application/json'].schema : undefined;
};
const shared = (response: AnyResponse | undefined) => resolvedResponse(document, response as AnyResponse);
const typesAt = (operation: OpenApiOperation, status: number) => operation['x-errors'][status];

test('pages are not in it, and so no generated client has them', () => {
  const withPages = openApiDocument([...declared(createThing, listThings, getHealth), ...discoveredNotePages]);
  expect(withPages).toEqual(document);
});

describe('an operation', () => {
  test('has the name, summary and domain of its declaration', () => {
    expect(create).toMatchObject({ operationId: 'createThing', summary: 'Create a thing', tags: ['things'] });
    expect(tags).toEqual([{ name: 'things' }]);
  });

  test('declares its path parameters with their characters', () => {
    const inPath = parametersOf(create).filter((parameter) => parameter.in === 'path');

    expect(inPath.map(({ name, required, schema }) => [name, required, schema.pattern])).toEqual([
      ['orgId', true, '^[A-Za-z0-9_.-]{1,128}$'],
      ['kind', true, '^[A-Za-z0-9_.-]{1,128}$'],
    ]);
  });

  test('declares its query parameters from the schema that parses them', () => {
    expect(list.parameters).toContainEqual({
      name: 'limit',
      in: 'query',
      required: false,
      description: 'Rows a page.',
      schema: { type: 'integer', minimum: 1, maximum: 100, default: 100 },
    });
  });

  test('a query parameter of digits only is documented as a number', () => {
    expect(list.parameters).toContainEqual(expect.objectContaining({ name: 'size', schema: { type: 'integer' } }));
  });

  test('declares the headers that its declaration implies', () => {
    const headers = (operation: OpenApiOperation) =>
      parametersOf(operation)
        .filter((p) => p.in === 'header')
        .map(({ name, required }) => [name, required]);

    expect(headers(create)).toEqual([
      ['Idempotency-Key', true],
      ['X-Allow-Duplicate', false],
    ]);
    expect(headers(list)).toEqual([]);
  });

  test('takes any text as X-Allow-Duplicate, and heeds one', () => {
    expect(parametersOf(create).find(({ name }) => name === 'X-Allow-Duplicate')).toMatchObject({
      description: expect.stringMatching(/^`true` .* No other value does\.$/),
      schema: { type: 'string', examples: ['true'] },
    });
  });

  test('lists the ways to sign it, and none where nobody signs', () => {
    expect(create.security.map((way) => Object.keys(way))).toEqual([
      ['ApiKey', 'Signature', 'Timestamp', 'Nonce'],
      ['ApiKey', 'Signature', 'ChallengeId'],
      ['ApiKey', 'Stamp', 'Timestamp', 'Nonce'],
      ['ApiKey', 'Stamp', 'ChallengeId'],
    ]);
    expect(health.security).toEqual([{}]);
  });

  test('tells its rate limit', () => {
    expect(create['x-rate-limit']).toMatchObject({ class: 'high-volume', requests: 600, windowSeconds: 60 });
    expect(health['x-rate-limit']).toBeUndefined();
  });

  test('shows a request body as callers send it', () => {
    expect(create.requestBody).toMatchObject({ required: true });
    expect(create.requestBody?.content['application/json'].schema).toMatchObject({
      required: ['amount'],
      additionalProperties: false,
    });
  });
});

describe('responses', () => {
  test('errors stand under their status with the types that are possible there', () => {
    expect(typesAt(create, 400)).toEqual([
      'VALIDATION_ERROR',
      'BAD_REQUEST',
      'INSUFFICIENT_BALANCE',
      'IDEMPOTENCY_KEY_REQUIRED',
      'IDEMPOTENCY_KEY_INVALID',
      'LIVE_MODE_UNSUPPORTED',
    ]);
    expect(typesAt(list, 400)).toEqual(['VALIDATION_ERROR', 'BAD_REQUEST']);
  });

  test('errors that several operations have alike are one shared response, whose types the text names', () => {
    expect(shared(list.responses[400])).toMatchObject({
      description: 'VALIDATION_ERROR, BAD_REQUEST',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    });
    expect(create.responses[429]).toEqual(list.responses[429]);
    expect(create.responses[400]).not.toEqual(list.responses[400]);
    expect(Object.keys(list['x-errors'])).toEqual(Object.keys(list.responses).filter((status) => status >= '400'));
  });

  test('the types of errors are open: a generated client takes one that it does not know', () => {
    const { type } = components.schemas.Error?.properties ?? {};
    expect(type).toMatchObject({ type: 'string', 'x-extensible-enum': expect.arrayContaining(['NOT_FOUND']) });
    expect(type).not.toHaveProperty('enum');
  });

  test('what can be unavailable answers INTERNAL by 503, too', () => {
    const health = openApiDocument(declared({ ...getHealth, canBeUnavailable: true } as AnyEndpoint)).paths['/health'];
    expect(health?.get).toMatchObject({ 'x-errors': { 500: ['INTERNAL'], 503: ['INTERNAL'] } });
    expect(openApiDocument(declared(getHealth)).paths['/health']?.get?.['x-errors']).not.toHaveProperty('503');
  });

  test('an unknown outcome is a 500, and a 409 when its key is replayed', () => {
    expect(typesAt(create, 500)).toContain('PAYOUT_OUTCOME_UNKNOWN');
    expect(typesAt(create, 409)).toContain('PAYOUT_OUTCOME_UNKNOWN');
  });

  test('every signed operation may answer with a challenge, beside a 202 of its own', () => {
    const challenge = { $ref: '#/components/schemas/SignatureChallenge' };

    expect(schemaOf(shared(list.responses[202]))).toEqual(challenge);
    expect(schemaOf(create.responses[202])?.anyOf).toHaveLength(2);
    expect(schemaOf(create.responses[202])?.anyOf).toContainEqual(challenge);
    expect(health.responses[202]).toBeUndefined();
  });

  test('every response carries x-request-id; replays and refusals their own headers', () => {
    const all = [create, list, health].flatMap(({ responses }) => Object.values(responses));

    expect(all.filter((response) => !('x-request-id' in (shared(response).headers ?? {})))).toEqual([]);
    expect(answer(create.responses[200])?.headers).toHaveProperty('Idempotency-Replayed');
    expect(answer(list.responses[200])?.headers).not.toHaveProperty('Idempotency-Replayed');
    expect(shared(list.responses[429]).headers).toHaveProperty('Retry-After');
  });

  test('the headers that tell the count of a request stand at the one error, and say that successes have them', () => {
    expect(shared(list.responses[429]).headers).toMatchObject({
      RateLimit: { $ref: '#/components/headers/RateLimit' },
      'RateLimit-Policy': { $ref: '#/components/headers/RateLimit-Policy' },
    });
    expect(components.headers.RateLimit?.description).toMatch(/including successful ones/);
    expect(components.headers['RateLimit-Policy']?.description).toMatch(/Sent together with `RateLimit`/);
  });

  test('an answer may gain fields', () => {
    expect(components.schemas.SampleThing).toHaveProperty('properties.fee.$ref', '#/components/schemas/SampleFee');
    expect(components.schemas.SampleThing).not.toHaveProperty('additionalProperties');
  });
});

describe('a declaration that contradicts another is refused', () => {
  const otherFee = z.object({ other: z.string() }).meta({ id: 'SampleThing' });

  test.each<[string, object, string]>([
    ['one schema id for two shapes', { operation: 'a', path: '/a', responses: { 200: ok(otherFee) } }, 'SampleThing'],
    ['the same method and path', { operation: 'again' }, 'again and listThings are both GET'],
    ['a status that is an answer and an error', { path: '/b', responses: { 401: ok(z.string()) } }, '401 is'],
    ['a query that is no object', { path: '/c', query: z.string() }, 'object schema'],
  ])('%s', (_, overrides, message) => {
    const contrary = { ...listThings, ...overrides } as AnyEndpoint;

    expect(() => openApiDocument(declared(listThings, contrary))).toThrow(message);
  });

  function ok(schema: z.ZodType) {
    return { description: '', schema };
  }
});

import { describe, expect, test } from 'vitest';
import { eventTypes } from '../../../shared/journal/rows/event.ts';
import { resolvedResponse } from '../../../shared/openapi/shared-responses.ts';
import type { JsonSchema, OpenApiDocument } from '../../../shared/openapi/types.ts';
import { mismatches, openApiText } from '../../support/contract.ts';

const document = JSON.parse(openApiText) as OpenApiDocument;

interface Body {
  readonly what: string;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

const bodies = Object.values(document.paths)
  .flatMap((path) => Object.values(path))
  .flatMap(({ operationId, requestBody, responses }): Body[] => {
    const answers = Object.entries(responses).flatMap(([status, response]) => {
      if ('$ref' in response) return [];
      return Object.values(response.content ?? {}).map((body) => ({ what: `${operationId} ${status}`, ...body }));
    });
    const request = requestBody?.content['application/json'];
    return [...(request ? [{ what: `${operationId} request`, ...request }] : []), ...answers];
  });

describe('the examples of the description', () => {
  test('are there for every body that is sent and answered', () => {
    const without = bodies.filter(({ example }) => example === undefined).map(({ what }) => what);
    // The description is its own example.
    expect(without).toEqual(['getOpenApi 200']);
  });

  test.each(bodies.filter(({ example }) => typeof example === 'object'))('$what is as its schema says', (body) => {
    expect(mismatches(body.schema, body.example)).toEqual([]);
  });

  test('of errors are errors', () => {
    const { examples, responses } = document.components;
    const shown = Object.values(responses).flatMap(({ content = {} }) =>
      Object.values(content).flatMap((body) => Object.keys(body.examples ?? {})),
    );
    expect([...new Set(shown)].toSorted()).toEqual(Object.keys(examples).toSorted());
    for (const { value } of Object.values(examples)) {
      expect(mismatches({ $ref: '#/components/schemas/Error' }, value)).toEqual([]);
    }
  });

  test('tell nothing of a real account, host or person', () => {
    const hosts = [...openApiText.matchAll(/https?:\/\/([^/"\s`]+)/g)].map(([, host]) => host);
    expect(hosts.filter((host) => !/(^|\.)example\.com$/.test(host ?? ''))).toEqual([]);
  });
});

describe('webhooks', () => {
  const webhooks = Object.entries(document.webhooks ?? {});

  test('are described for every type of event', () => {
    expect(webhooks.map(([type]) => type)).toEqual(eventTypes);
  });

  test.each(webhooks)('%s: its example is of its schema, and names its type', (type, { post }) => {
    const body = post.requestBody?.content['application/json'];
    expect(body?.example).toMatchObject({ type });
    expect(mismatches(body?.schema as never, body?.example)).toEqual([]);
  });

  test('an event is read by its type, and one of a later release, too', () => {
    const { anyOf = [], ...rest } = document.components.schemas.Event ?? {};
    const mapping = rest['x-type-mapping'] as Record<string, string>;
    expect(Object.keys(mapping)).toEqual(eventTypes);
    for (const target of Object.values(mapping)) expect(anyOf).toContainEqual({ $ref: target });
    const [known] = webhooks.map(([, { post }]) => post.requestBody?.content['application/json'].example);
    const later = { ...(known as object), type: 'payout.praised', data: { praise: true } };
    expect(mismatches({ $ref: '#/components/schemas/Event' }, later)).toEqual([]);
    expect(mismatches({ $ref: '#/components/schemas/PayoutEvent' }, later)).not.toEqual([]);
  });
});

describe('a shared response', () => {
  test('is found by its reference', () => {
    const [{ responses }] = Object.values(document.paths).flatMap((path) => Object.values(path)) as [
      OpenApiDocument['paths'][string][string],
    ];
    expect(resolvedResponse(document, responses[429] as never)).toMatchObject({ description: 'RATE_LIMITED' });
  });
});

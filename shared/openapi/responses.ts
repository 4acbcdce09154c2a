import type { AnyEndpoint } from '../contract/endpoint.ts';
import { errorsOf } from '../contract/errors-of.ts';
import { type ErrorType, errorCatalog } from '../ground/errors/catalog.ts';
import { headerReferences } from './headers.ts';
import type { SchemaRegistry } from './schemas.ts';
import type { JsonSchema, Response } from './types.ts';

/** Every response of an endpoint by status: the declared ones, the challenge, the errors. */
export function responsesOf(endpoint: AnyEndpoint, schemas: SchemaRegistry): Record<string, Response> {
  const responses: Record<string, Response> = {};
  for (const [status, { description, schema }] of Object.entries(endpoint.responses)) {
    responses[status] = {
      description,
      headers: headerReferences(
        'x-request-id',
        ...(endpoint.idempotency === 'none' ? [] : (['Idempotency-Replayed'] as const)),
      ),
      content: json(schemas.convert(schema, 'output')),
    };
  }
  if (endpoint.callers.includes('key')) responses[202] = withChallenge(responses[202]);
  for (const [status, types] of errorsByStatus(endpoint)) {
    if (responses[status]) throw new Error(`${endpoint.operation}: ${status} is an answer and an error.`);
    responses[status] = errorResponse(types);
  }
  return responses;
}

function withChallenge(declared: Response | undefined): Response {
  const challenge = { $ref: '#/components/schemas/SignatureChallenge' };
  const explained = '`SIGNATURE_CHALLENGE`: the call came without a signature; nothing ran.';
  if (!declared?.content) {
    return { description: explained, headers: headerReferences('x-request-id'), content: json(challenge) };
  }
  const { schema } = declared.content['application/json'];
  return {
    ...declared,
    description: `${declared.description}\n\nOr ${explained}`,
    content: json({ anyOf: [schema, challenge] }),
  };
}

/** Statuses of an error type on an endpoint. An unknown outcome answers 500, and 409 when its key is replayed. */
function statusesOf(type: ErrorType): number[] {
  return type === 'PAYOUT_OUTCOME_UNKNOWN' ? [409, 500] : [errorCatalog[type].status];
}

function errorsByStatus(endpoint: AnyEndpoint): Map<number, ErrorType[]> {
  const byStatus = new Map<number, ErrorType[]>();
  for (const type of errorsOf(endpoint)) {
    for (const status of statusesOf(type)) byStatus.set(status, [...(byStatus.get(status) ?? []), type]);
  }
  return byStatus;
}

function errorResponse(types: readonly ErrorType[]): Response {
  return {
    description: types.map((type) => `- \`${type}\`: ${errorCatalog[type].resolution}`).join('\n'),
    headers: headerReferences('x-request-id', ...(types.some(saysWhenToRetry) ? (['Retry-After'] as const) : [])),
    content: json({
      allOf: [
        { $ref: '#/components/schemas/Error' },
        { type: 'object', properties: { type: { type: 'string', enum: [...types] } } },
      ],
    }),
  };
}

/** Types whose answers name the seconds to wait. */
function saysWhenToRetry(type: ErrorType): boolean {
  return type === 'RATE_LIMITED' || type === 'IDEMPOTENCY_KEY_REQUEST_IN_PROGRESS';
}

function json(schema: JsonSchema) {
  return { 'application/json': { schema } };
}

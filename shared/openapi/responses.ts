import type { AnyEndpoint } from '../contract/endpoint.ts';
import { errorsOf } from '../contract/errors-of.ts';
import { type ErrorType, errorCatalog } from '../ground/errors/catalog.ts';
import { headerReferences } from './headers.ts';
import type { SchemaRegistry } from './schemas.ts';
import type { Content, JsonSchema, Operation, Response, ResponseReference } from './types.ts';

/** Every response of an endpoint by status: the declared ones, the challenge, the errors. */
export function responsesOf(endpoint: AnyEndpoint, schemas: SchemaRegistry): Operation['responses'] {
  const responses: Record<string, Response | ResponseReference> = {};
  for (const [status, { description, schema, contentType }] of Object.entries(endpoint.responses)) {
    responses[status] = {
      description,
      headers: headerReferences(
        'x-request-id',
        ...(endpoint.idempotency === 'none' ? [] : (['Idempotency-Replayed'] as const)),
        ...(contentType ? (['x-next-cursor'] as const) : []),
      ),
      content: { [contentType ?? 'application/json']: { schema: schemas.convert(schema, 'output') } } as Content,
    };
  }
  if (endpoint.callers.includes('key')) responses[202] = withChallenge(responses[202] as Response | undefined);
  for (const [status, types] of Object.entries(errorTypesByStatus(endpoint))) {
    if (responses[status]) throw new Error(`${endpoint.operation}: ${status} is an answer and an error.`);
    responses[status] = { $ref: '#/components/responses/Error', description: types.join(', ') };
  }
  return responses;
}

const challenge = { $ref: '#/components/schemas/SignatureChallenge' };
const explained = '`SIGNATURE_CHALLENGE`: the call was not signed; nothing ran.';

function withChallenge(declared: Response | undefined): Response | ResponseReference {
  if (!declared?.content || !('application/json' in declared.content)) {
    return { $ref: '#/components/responses/SignatureChallenge', description: explained };
  }
  const { schema } = declared.content['application/json'];
  return {
    ...declared,
    description: `${declared.description}\n\nOr ${explained}`,
    content: json({ anyOf: [schema, challenge] }),
  };
}

/** Statuses of an error type on an endpoint. An unknown outcome answers 500, and 409 when its key is replayed. */
function statusesOf(type: ErrorType, { canBeUnavailable }: AnyEndpoint): number[] {
  if (type === 'PAYOUT_OUTCOME_UNKNOWN') return [409, 500];
  return type === 'INTERNAL' && canBeUnavailable ? [500, 503] : [errorCatalog[type].status];
}

/** The error types that an endpoint can answer, by status. */
export function errorTypesByStatus(endpoint: AnyEndpoint): Record<string, ErrorType[]> {
  const byStatus: Record<string, ErrorType[]> = {};
  for (const type of errorsOf(endpoint)) {
    for (const status of statusesOf(type, endpoint)) byStatus[status] = [...(byStatus[status] ?? []), type];
  }
  return byStatus;
}

/** The answer of most signed operations to a call without a signature. */
export const challengeResponse: Response = {
  description: explained,
  headers: headerReferences('x-request-id'),
  content: json(challenge),
};

/** Every failure has one shape. Each operation says by status which types it can be. */
export const errorResponse: Response = {
  description: 'The request failed.',
  headers: headerReferences('x-request-id', 'Retry-After'),
  content: json({ $ref: '#/components/schemas/Error' }),
};

function json(schema: JsonSchema) {
  return { 'application/json': { schema } };
}

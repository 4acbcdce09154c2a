import type { AnyEndpoint } from '../contract/endpoint.ts';
import { errorsOf } from '../contract/errors-of.ts';
import { type ErrorType, errorCatalog } from '../ground/errors/catalog.ts';
import { headerReferences } from './headers.ts';
import type { SchemaRegistry } from './schemas.ts';
import { challengeReference } from './shared-responses.ts';
import { withExample } from './story.ts';
import type { Content, OpenApiOperation, Reference, Response } from './types.ts';

/**
 * The responses of an endpoint by status: the declared ones and the challenge. `shareResponses` adds the errors.
 * @param answers examples by status
 */
export function responsesOf(
  endpoint: AnyEndpoint,
  schemas: SchemaRegistry,
  answers: Readonly<Record<string, unknown>> = {},
): OpenApiOperation['responses'] {
  const responses: Record<string, Response | Reference> = {};
  for (const [status, { description, schema, contentType }] of Object.entries(endpoint.responses)) {
    responses[status] = {
      description,
      headers: headerReferences(
        'x-request-id',
        ...(endpoint.idempotency === 'none' ? [] : (['Idempotency-Replayed'] as const)),
        ...(contentType ? (['x-next-cursor'] as const) : []),
      ),
      content: {
        [contentType ?? 'application/json']: withExample(
          { schema: schemas.convert(schema, 'output') },
          answers[status],
        ),
      } as Content,
    };
  }
  if (endpoint.callers.includes('key')) responses[202] = withChallenge(responses[202] as Response | undefined);
  const ambiguous = Object.keys(errorTypesByStatus(endpoint)).find((status) => status in responses);
  if (ambiguous) throw new Error(`${endpoint.operation}: ${ambiguous} is an answer and an error.`);
  return responses;
}

function withChallenge(declared: Response | undefined): Response | Reference {
  if (!declared?.content || !('application/json' in declared.content)) return challengeReference;
  const { schema, ...rest } = declared.content['application/json'];
  const challenge = { $ref: '#/components/schemas/SignatureChallenge' };
  return {
    ...declared,
    description: `${declared.description}\n\nOr \`SIGNATURE_CHALLENGE\`: the call was not signed, and nothing has run.`,
    content: { 'application/json': { schema: { anyOf: [schema, challenge] }, ...rest } },
  };
}

/**
 * Statuses of an error type on an endpoint. An unknown outcome is answered with 500, and with 409 when its key is
 * replayed.
 */
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

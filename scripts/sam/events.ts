import { createHash, createPrivateKey, randomUUID, sign } from 'node:crypto';
import * as z from 'zod';
import type { Quickstart } from '../../local/data/quickstart.ts';
import { type AnyEndpoint, fullPath } from '../../shared/contract/endpoint.ts';
import type { AnyOperation } from '../../shared/contract/operation.ts';
import type { Worker } from '../../shared/contract/worker.ts';
import { resolvedParameters } from '../../shared/openapi/parameters.ts';
import type { JsonSchema, OpenApiDocument, OpenApiOperation, Parameter } from '../../shared/openapi/types.ts';
import { sampleOf } from './sample.ts';
import { type Functions, samName } from './template.ts';

/** The id of a resource that does not exist. A call with it is answered with NOT_FOUND. */
const unknownId = 'unknown';

/**
 * An event for each function, by its name in the template. Calls that keys may make are signed with the quickstart key;
 * a signature is valid for five minutes and for one call. Others carry the owner's session.
 */
export function samEvents(
  functions: Functions,
  document: OpenApiDocument,
  access: Quickstart,
): Record<string, unknown> {
  const { endpoints, workers, operations } = functions;
  return Object.fromEntries([
    ...endpoints.map(({ declaration }) => [samName.endpoint(declaration), callEvent(declaration, document, access)]),
    ...workers.map(({ declaration }) => [samName.worker(declaration), workerEvent(declaration, access)]),
    ...operations.map(({ declaration }) => [samName.operation(declaration), operationEvent(declaration, access)]),
  ]);
}

/** The event of an HTTP API, payload format 2.0. */
function callEvent(endpoint: AnyEndpoint, document: OpenApiDocument, access: Quickstart) {
  const operation = (document.paths as Record<string, Record<string, OpenApiOperation>>)[endpoint.path]?.[
    endpoint.method.toLowerCase()
  ];
  const parameters = operation ? resolvedParameters(document, operation) : [];
  const schemas = document.components.schemas;
  const pathParameters = Object.fromEntries(
    parameters
      .filter(isIn('path'))
      .map(({ name }) => [name, name.startsWith('org') ? access.organizationId : unknownId]),
  );
  const rawPath = fullPath(endpoint).replace(/\{(\w+)\}/g, (_, name) => pathParameters[name] ?? unknownId);
  const query = parameters
    .filter(isIn('query'))
    .flatMap(({ name, required, schema }) => (required ? [[name, String(sampleOf(schema, schemas))]] : []));
  const rawQueryString = new URLSearchParams(query).toString();
  const media = operation?.requestBody?.content['application/json'];
  const body = media && JSON.stringify(sampleOf(media.schema as JsonSchema, schemas));
  const idempotencyKey = endpoint.idempotency === 'none' ? undefined : randomUUID();
  const target = rawPath + (rawQueryString && `?${rawQueryString}`);
  const routeKey = operation ? `${endpoint.method} ${fullPath(endpoint)}` : '$default';
  return {
    version: '2.0',
    routeKey,
    rawPath,
    rawQueryString,
    headers: {
      'content-type': 'application/json',
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      ...credentials(endpoint, access, { target, body: body ?? '', idempotencyKey: idempotencyKey ?? '' }),
    },
    pathParameters,
    requestContext: {
      accountId: '000000000000',
      apiId: 'sam',
      domainName: 'localhost',
      domainPrefix: 'sam',
      http: { method: endpoint.method, path: rawPath, protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'sam' },
      requestId: randomUUID(),
      routeKey,
      stage: '$default',
      time: new Date().toUTCString(),
      timeEpoch: Date.now(),
    },
    ...(query.length > 0 && { queryStringParameters: Object.fromEntries(query) }),
    ...(body !== undefined && { body }),
    isBase64Encoded: false,
  };
}

const isIn = (place: string) => (parameter: Parameter) => parameter.in === place;

interface Signed {
  /** Path and query. */
  readonly target: string;
  readonly body: string;
  readonly idempotencyKey: string;
}

function credentials({ callers, method }: AnyEndpoint, access: Quickstart, signed: Signed): Record<string, string> {
  if (callers.includes('key')) return signature(method, access, signed);
  if (callers.includes('session')) return { authorization: `Bearer ${access.sessions.owner}` };
  return {};
}

/** The direct flow (specification, Authentication). */
function signature(method: string, { apiKey }: Quickstart, { target, body, idempotencyKey }: Signed) {
  const timestamp = Math.floor(Date.now() / 1000).toString();
  const nonce = randomUUID();
  const digest = createHash('sha256').update(body).digest('hex');
  const text = [apiKey.id, method, target, digest, idempotencyKey, timestamp, nonce].join('\n');
  return {
    'x-api-key': apiKey.id,
    'x-svc-timestamp': timestamp,
    'x-svc-nonce': nonce,
    'x-svc-signature': sign('sha256', Buffer.from(text), createPrivateKey(apiKey.privateKey)).toString('base64'),
  };
}

/**
 * A hint about work that does not exist does nothing, and neither does a change of the table that requires no action.
 */
function workerEvent({ trigger }: Worker, { organizationId }: Quickstart): unknown {
  if (trigger.type === 'schedule') return { source: 'aws.events' };
  if (trigger.type === 'table-stream') {
    const Keys = { pk: { S: `ORG#${organizationId}` }, sk: { S: 'ORG' } };
    return {
      Records: [{ eventID: '1', eventName: 'MODIFY', eventSource: 'aws:dynamodb', dynamodb: { Keys, NewImage: Keys } }],
    };
  }
  // Functions under SAM have no archive, and nonces are not archived.
  if (trigger.type === 'table-changes') {
    return { Records: [{ eventName: 'REMOVE', dynamodb: { Keys: { pk: { S: 'NONCE#sam' }, sk: { S: 'NONCE' } } } }] };
  }
  const hint = { kind: trigger.kind, organizationId, resourceId: unknownId, dueAt: Date.now() };
  return { Records: [{ messageId: randomUUID(), body: JSON.stringify(hint), eventSource: 'aws:sqs' }] };
}

/** The event of an operation, without a proof of the caller's identity. */
export function operationEvent(
  { input, idempotency }: AnyOperation,
  { organizationId }: Pick<Quickstart, 'organizationId'>,
) {
  const { $defs = {}, ...schema } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  const sample = sampleOf(schema as JsonSchema, $defs as Record<string, JsonSchema>) as Record<string, unknown>;
  return {
    input: { ...sample, ...('organizationId' in sample && { organizationId }) },
    ...(idempotency === 'required' && { idempotencyKey: randomUUID() }),
  };
}

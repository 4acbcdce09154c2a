import { type KeyObject, sign } from 'node:crypto';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { type AnyEndpoint, apiPrefix } from '../../../../shared/contract/endpoint.ts';
import { canonicalString, sha256Hex } from '../../../../shared/ground/signatures/canonical.ts';
import { metering, type TableUse } from '../../../../shared/ground/table/calls/meter.ts';
import type { LambdaProcess } from './fleet.ts';

export interface Caller {
  readonly organizationId: string;
  readonly keyId: string;
  readonly privateKey: KeyObject;
}

export interface Request {
  readonly operation: string;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly query?: string;
  /** A new one when absent. */
  readonly idempotencyKey?: string;
  /** Executed although an identical request was a moment ago. */
  readonly isDuplicate?: boolean;
  readonly body?: unknown;
}

export interface Answer {
  readonly status: number;
  readonly body: ReturnType<typeof JSON.parse>;
  /** From the event's arrival to the answer, by the process's stopwatch; signing is the caller's and not in it. */
  readonly elapsedMs: number;
  /** What it used of the table, as its line in the log tells. */
  readonly use: TableUse;
}

/** Sends a signed request to a process, as API Gateway would hand it over. */
export async function send(process: LambdaProcess, caller: Caller, request: Request): Promise<Answer> {
  const { endpoint, handler } = process.handlerOf(request.operation);
  const event = signedEvent(process, endpoint, caller, request);
  return metering(async (use) => {
    const startedAt = process.stopwatch();
    const { statusCode = 0, body, headers } = await handler(event);
    return {
      status: statusCode,
      body: isJson(headers) ? JSON.parse(body ?? 'null') : body,
      elapsedMs: process.stopwatch() - startedAt,
      use,
    };
  });
}

/** As `send`. @throws Error where the answer is not a success */
export async function succeed(process: LambdaProcess, caller: Caller, request: Request): Promise<Answer> {
  const answer = await send(process, caller, request);
  if (answer.status < 300) return answer;
  throw new Error(`${request.operation} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
}

export function signedEvent(
  { runtime: { clock, ids } }: LambdaProcess,
  endpoint: AnyEndpoint,
  caller: Caller,
  request: Request,
): APIGatewayProxyEventV2 {
  const { query = '' } = request;
  const pathParameters: Record<string, string> = { orgId: caller.organizationId, ...request.parameters };
  const rawPath = apiPrefix + endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => pathParameters[name] ?? '');
  const body = request.body === undefined ? '' : JSON.stringify(request.body);
  const signed = {
    keyId: caller.keyId,
    method: endpoint.method,
    target: query ? `${rawPath}?${query}` : rawPath,
    bodyHash: sha256Hex(body),
    idempotencyKey: endpoint.idempotency === 'none' ? '' : (request.idempotencyKey ?? ids.token()),
    timestamp: Math.floor(clock() / 1000).toString(),
    nonce: ids.token(),
  };
  return {
    version: '2.0',
    rawPath,
    rawQueryString: query,
    pathParameters,
    headers: {
      'content-type': 'application/json',
      'x-api-key': caller.keyId,
      ...(signed.idempotencyKey && { 'idempotency-key': signed.idempotencyKey }),
      ...(request.isDuplicate && { 'x-allow-duplicate': 'true' }),
      'x-svc-signature': sign('sha256', Buffer.from(canonicalString(signed)), caller.privateKey).toString('base64'),
      'x-svc-timestamp': signed.timestamp,
      'x-svc-nonce': signed.nonce,
    },
    requestContext: { http: { method: endpoint.method, path: rawPath, sourceIp: '203.0.113.7' } },
    body,
    isBase64Encoded: false,
  } as unknown as APIGatewayProxyEventV2;
}

/** Exports answer text. */
function isJson(headers: APIGatewayProxyStructuredResultV2['headers']): boolean {
  return String(headers?.['content-type']).startsWith('application/json');
}

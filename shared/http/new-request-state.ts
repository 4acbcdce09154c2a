import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { sha256Hex } from '../ground/signatures/canonical.ts';
import type { Runtime } from '../ports/runtime.ts';
import type { RequestState } from './request-state.ts';

/** Creates the state of one request, with its id, its time, and the bytes covered by signatures. */
export function newRequestState(
  event: APIGatewayProxyEventV2,
  { clock, ids }: Pick<Runtime, 'clock' | 'ids'>,
): RequestState {
  const receivedAt = clock();
  const rawBody = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  return {
    event,
    requestId: ids.next('req', receivedAt),
    receivedAt,
    method: event.requestContext.http.method.toUpperCase(),
    target: event.rawQueryString ? `${event.rawPath}?${event.rawQueryString}` : event.rawPath,
    rawBody,
    bodyHash: sha256Hex(rawBody),
    parameters: Object.fromEntries(
      Object.entries(event.pathParameters ?? {}).map(([name, value]) => [name, value ?? '']),
    ),
    sourceAddress: event.requestContext.http.sourceIp,
    execution: {},
  };
}

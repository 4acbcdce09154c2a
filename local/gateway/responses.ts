import type { ServerResponse } from 'node:http';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { errorCatalog } from '../../shared/ground/errors/catalog.ts';
import { docsOf } from '../../shared/ground/errors/error-body.ts';
import { securityHeaders } from '../../shared/http/render.ts';

/** Writes what a handler answered, as API Gateway does. */
export function respond(response: ServerResponse, result: APIGatewayProxyStructuredResultV2): void {
  // The caller may have disconnected, or the timeout may already have been answered.
  if (response.headersSent || response.destroyed) return;
  const body = Buffer.from(result.body ?? '', result.isBase64Encoded ? 'base64' : 'utf8');
  response.statusCode = result.statusCode ?? 200;
  response.setHeader('content-type', 'application/json');
  for (const [name, value] of Object.entries(result.headers ?? {})) response.setHeader(name, String(value));
  if (result.cookies) response.setHeader('set-cookie', result.cookies);
  response.setHeader('content-length', body.length);
  response.end(body);
}

/** API Gateway's own answers. They have no request id and no error body. */
export const gatewayAnswers = {
  badRequest: gatewayAnswer(400, 'Bad Request'),
  tooLong: gatewayAnswer(413, 'Request Too Long'),
  otherHost: gatewayAnswer(421, 'Misdirected Request'),
  internalError: gatewayAnswer(500, 'Internal Server Error'),
  unavailable: gatewayAnswer(503, 'Service Unavailable'),
};

function gatewayAnswer(statusCode: number, message: string): APIGatewayProxyStructuredResultV2 {
  return { statusCode, headers: { ...securityHeaders }, body: JSON.stringify({ message }) };
}

/** The answer beyond the limit of a source address (specification, Limits and Error body). */
export function rateLimited(requestId: string, retryAfterSeconds: number): APIGatewayProxyStructuredResultV2 {
  const { status, resolution } = errorCatalog.RATE_LIMITED;
  const detail = 'Too many requests from this address.';
  return {
    statusCode: status,
    headers: { 'retry-after': String(retryAfterSeconds), 'x-request-id': requestId, ...securityHeaders },
    body: JSON.stringify({
      type: 'RATE_LIMITED',
      status,
      detail,
      resolution,
      docs: docsOf('RATE_LIMITED'),
      requestId,
    }),
  };
}

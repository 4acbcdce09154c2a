import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { errorBody } from '../ground/errors/error-body.ts';
import type { ServiceError } from '../ground/errors/service-error.ts';
import { rateHeaders } from './rate-limit.ts';
import type { RequestState } from './request-state.ts';

/** A response without the headers that all responses have. */
export interface Rendered {
  readonly status: number;
  /** JSON text, unless the headers say otherwise. */
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** These headers tell browsers to trust the declared content type, to use TLS from now on, and to send no referrer. */
export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=31536000',
  'referrer-policy': 'no-referrer',
} as const;

/**
 * Returns the response in API Gateway's payload format 2.0. Every response has `x-request-id` (specification,
 * Endpoints, common rule 5).
 */
export function render(
  { requestId, rate }: RequestState,
  { status, body, headers }: Rendered,
): APIGatewayProxyStructuredResultV2 {
  return {
    statusCode: status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-request-id': requestId,
      ...(rate && rateHeaders(rate)),
      ...securityHeaders,
      ...headers,
    },
    body,
  };
}

/** Returns a response with the Error body of the specification. */
export function renderError(
  state: RequestState,
  error: ServiceError,
  headers: Readonly<Record<string, string>> = {},
): APIGatewayProxyStructuredResultV2 {
  const body = JSON.stringify(errorBody(error, state.requestId));
  return render(state, { status: error.status, body, headers: { ...headers, ...errorHeaders(error) } });
}

/**
 * Returns the headers for an error: when to try again, which methods exist, where to go instead, and how long the edge
 * may cache it.
 */
export function errorHeaders({
  retryAfterSeconds,
  allow,
  location,
  sharedSeconds,
}: ServiceError): Record<string, string> {
  return {
    ...(retryAfterSeconds && { 'retry-after': retryAfterSeconds.toString() }),
    ...(allow && { allow: allow.join(', ') }),
    ...(location && { location }),
    ...(sharedSeconds && sharedCaching(sharedSeconds)),
  };
}

/** Allows the edge to serve a response to other callers. */
export function sharedCaching(seconds: number): { readonly 'cache-control': string } {
  return { 'cache-control': `public, max-age=${seconds}` };
}

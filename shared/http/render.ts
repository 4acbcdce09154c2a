import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { errorCatalog } from '../errors/catalog.ts';
import type { ServiceError } from '../errors/service-error.ts';
import type { Exchange } from './exchange.ts';

interface Rendered {
  readonly status: number;
  /** JSON text. */
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** The payload-2.0 answer; every one carries `x-request-id` (specification, Endpoints, common rule 5). */
export function render(
  { requestId }: Exchange,
  { status, body, headers }: Rendered,
): APIGatewayProxyStructuredResultV2 {
  return {
    statusCode: status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-request-id': requestId,
      ...headers,
    },
    body,
  };
}

/** The specification's Error body. */
export function renderError(exchange: Exchange, error: ServiceError): APIGatewayProxyStructuredResultV2 {
  const { type, status } = error;
  const body = {
    type,
    status,
    detail: error.message,
    resolution: errorCatalog[type].resolution,
    requestId: exchange.requestId,
    ...(error.errors && { errors: error.errors }),
    ...error.extras,
  };
  const headers = error.retryAfterSeconds && { 'retry-after': error.retryAfterSeconds.toString() };
  return render(exchange, { status, body: JSON.stringify(body), headers: headers || undefined });
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import { cors } from '../../shared/contract/cors.ts';
import { pagesPrefix } from '../../shared/contract/endpoint.ts';
import { parseTarget } from './event.ts';

/**
 * No other site may read a hosted page: its token belongs to a person, and CloudFront removes the gateway's headers.
 */
export function isOfPages({ url = '/' }: IncomingMessage): boolean {
  return `/${parseTarget(url)?.segments[1]}` === pagesPrefix;
}

/** Lets a page of another origin read the answer, as API Gateway does. */
export function allowOrigin(request: IncomingMessage, response: ServerResponse): void {
  if (request.headers.origin === undefined) return;
  response.setHeader('access-control-allow-origin', cors.origins.join(','));
  response.setHeader('access-control-expose-headers', cors.responseHeaders.join(','));
}

/** Answers a browser's preflight request, for which API Gateway invokes no function. @returns whether it was one */
export function answerPreflight(request: IncomingMessage, response: ServerResponse): boolean {
  const asked = request.headers['access-control-request-method'];
  if (request.method !== 'OPTIONS' || request.headers.origin === undefined || asked === undefined) return false;
  response.writeHead(204, {
    'access-control-allow-methods': cors.methods.join(','),
    'access-control-allow-headers': cors.requestHeaders.join(','),
    'access-control-max-age': cors.maxAgeSeconds.toString(),
  });
  response.end();
  return true;
}

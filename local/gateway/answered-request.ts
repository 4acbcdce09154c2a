import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { parseTarget } from './event.ts';
import type { FindRoute } from './routes.ts';

/** A request and its answer, in a form that someone who watches the gateway may read. */
export interface AnsweredRequest {
  /** When the request arrived, in milliseconds. */
  readonly at: number;
  readonly method: string;
  /** The path without the query and without page tokens. */
  readonly path: string;
  readonly status: number;
  /** The type in the error body or the challenge. */
  readonly type?: string;
  readonly milliseconds: number;
  /** Absent if the gateway itself answers. */
  readonly requestId?: string;
}

/** A request whose answer will be reported. */
interface Received {
  readonly request: IncomingMessage;
  /** Milliseconds. */
  readonly at: number;
}

/** @param now milliseconds */
export function answeredRequest(
  { request, at }: Received,
  result: APIGatewayProxyStructuredResultV2,
  { now, findRoute }: { readonly now: number; readonly findRoute: FindRoute },
): AnsweredRequest {
  const { statusCode: status = 200, headers } = result;
  const type = typeOf(result);
  const requestId = headers?.['x-request-id'];
  return {
    at,
    method: request.method ?? '',
    path: shownPath(request, findRoute),
    status,
    ...(type !== undefined && { type }),
    milliseconds: now - at,
    ...(requestId !== undefined && { requestId: String(requestId) }),
  };
}

/** The beginning of an error body or a challenge. */
const typed = /^\{"type":"([A-Z_]+)"/;

/** Successful answers may also have a `type`, with a different meaning. */
function typeOf({ statusCode = 200, body = '' }: APIGatewayProxyStructuredResultV2): string | undefined {
  const type = typed.exec(body)?.[1];
  return statusCode >= 400 || type === 'SIGNATURE_CHALLENGE' ? type : undefined;
}

/** Longer than any path of the API. */
const maxPathLength = 300;

/** Anyone who has the token in a path can open its page, so the path shows the name of the parameter instead. */
function shownPath({ method = '', url = '' }: IncomingMessage, findRoute: FindRoute): string {
  const target = parseTarget(url);
  const parameters = target && findRoute(method, target.segments)?.pathParameters;
  const token = Object.keys(parameters ?? {}).find((name) => /token$/i.test(name));
  const segments = token && target?.segments.map((one) => (one === parameters?.[token] ? `{${token}}` : one));
  const path = segments ? segments.join('/') : url.replace(/\?.*/s, '');
  return withoutTokens(path).slice(0, maxPathLength);
}

/** A page's token, complete or truncated. In a path that matches no route, no parameter shows where the token is. */
const likeToken = /[^/]*\.[a-z]{1,8}_[^/]*\.[^/]*/gi;

/** @returns the path as it was sent, unless it contains a token, however that is escaped */
function withoutTokens(path: string): string {
  let plain = path;
  for (let before = ''; before !== plain; ) {
    before = plain;
    plain = plain.replace(/%([2-7][0-9a-f])/gi, (_escape, code) => String.fromCharCode(Number.parseInt(code, 16)));
  }
  const shown = plain.replace(likeToken, '{token}');
  return shown === plain ? path : shown;
}

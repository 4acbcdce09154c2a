import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { parseTarget } from './event.ts';
import type { FindRoute } from './routes.ts';

/** A request and its answer, as somebody may read it who watches the gateway. */
export interface AnsweredRequest {
  /** When the request came in, milliseconds. */
  readonly at: number;
  readonly method: string;
  /** Without the query; what opens a page is left out. */
  readonly path: string;
  readonly status: number;
  /** Type named in the error body or the challenge. */
  readonly type?: string;
  readonly milliseconds: number;
  /** Absent where the gateway itself answers. */
  readonly requestId?: string;
}

/** A request whose answer is to be told. */
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

/** As the Error body and the challenge begin. */
const typed = /^\{"type":"([A-Z_]+)"/;

/** Other answers than errors may have a `type` too, which is something else. */
function typeOf({ statusCode = 200, body = '' }: APIGatewayProxyStructuredResultV2): string | undefined {
  const type = typed.exec(body)?.[1];
  return statusCode >= 400 || type === 'SIGNATURE_CHALLENGE' ? type : undefined;
}

/** Longer than any path of the API. */
const maxPathLength = 300;

/** Anyone who has the token in a path can open its page, so its name stands for it. */
function shownPath({ method = '', url = '' }: IncomingMessage, findRoute: FindRoute): string {
  const target = parseTarget(url);
  const parameters = target && findRoute(method, target.segments)?.pathParameters;
  const token = Object.keys(parameters ?? {}).find((name) => /token$/i.test(name));
  const segments = token && target?.segments.map((one) => (one === parameters?.[token] ? `{${token}}` : one));
  const path = segments ? segments.join('/') : url.replace(/\?.*/s, '');
  return withoutTokens(path).slice(0, maxPathLength);
}

/** A page's token, whole or cut short: in a path that no route has, no parameter tells where it stands. */
const likeToken = /[^/]*\.[a-z]{1,8}_[^/]*\.[^/]*/gi;

/** @returns the path as it was sent, unless it holds a token, however that is escaped */
function withoutTokens(path: string): string {
  let plain = path;
  for (let before = ''; before !== plain; ) {
    before = plain;
    plain = plain.replace(/%([2-7][0-9a-f])/gi, (_escape, code) => String.fromCharCode(Number.parseInt(code, 16)));
  }
  const shown = plain.replace(likeToken, '{token}');
  return shown === plain ? path : shown;
}

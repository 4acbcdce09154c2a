import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Match } from './routes.ts';

/** A request's path and query, as in the request line. */
export interface Target {
  /** Decoded, as API Gateway does. */
  readonly rawPath: string;
  /** Decoded one by one: an escaped slash stays inside its segment. */
  readonly segments: readonly string[];
  /** As sent. */
  readonly rawQueryString: string;
}

interface Request {
  readonly request: IncomingMessage;
  readonly target: Target;
  readonly body: Buffer;
  /** Undefined for the `$default` route. */
  readonly match: Match | undefined;
  readonly requestId: string;
  readonly nowMs: number;
}

/** @returns undefined if the path contains invalid escapes. */
export function parseTarget(url: string): Target | undefined {
  // A client of a proxy sends the whole URL; only the part after the host counts.
  const local = url.replace(/^https?:\/\/[^/?]*/i, '');
  const question = local.indexOf('?');
  const path = (question < 0 ? local : local.slice(0, question)) || '/';
  try {
    return {
      rawPath: decodeURIComponent(path),
      segments: path.split('/').map(decodeURIComponent),
      rawQueryString: question < 0 ? '' : local.slice(question + 1),
    };
  } catch {
    return undefined;
  }
}

/** The address of the caller; IPv4 addresses in IPv6 form are written as IPv4. */
export function sourceAddress(request: IncomingMessage): string {
  return (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
}

/** The event that an HTTP API sends to Lambda, payload format 2.0. */
export function gatewayEvent({ request, target, body, match, requestId, nowMs }: Request): APIGatewayProxyEventV2 {
  const { rawPath, rawQueryString } = target;
  const headers = joinedHeaders(request.rawHeaders);
  const cookies = cookiesIn(request.headers.cookie);
  const method = request.method ?? 'GET';
  const routeKey = match?.route.routeKey ?? '$default';
  return {
    version: '2.0',
    routeKey,
    rawPath,
    rawQueryString,
    headers,
    ...(cookies.length > 0 && { cookies }),
    ...(rawQueryString !== '' && { queryStringParameters: joinedQuery(rawQueryString) }),
    ...(match && Object.keys(match.pathParameters).length > 0 && { pathParameters: { ...match.pathParameters } }),
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      domainName: headers.host ?? 'localhost',
      domainPrefix: 'local',
      http: {
        method,
        path: rawPath,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp: sourceAddress(request),
        userAgent: headers['user-agent'] ?? '',
      },
      requestId,
      routeKey,
      stage: '$default',
      time: commonLogTime(nowMs),
      timeEpoch: nowMs,
    },
    ...bodyOf(body),
  };
}

/** `20/Nov/2026:23:04:37 +0000`, as API Gateway writes it. */
function commonLogTime(nowMs: number): string {
  const [, day, month, year, time] = new Date(nowMs).toUTCString().split(' ');
  return `${day}/${month}/${year}:${time} +0000`;
}

/** Each `name=value`. Node has already joined several headers into one. */
function cookiesIn(header = ''): string[] {
  return header
    .split(';')
    .map((cookie) => cookie.trim())
    .filter((cookie) => cookie !== '');
}

/** Names in lower case, with the values of one name joined by commas. Cookies have their own field. */
function joinedHeaders(rawHeaders: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = Object.create(null);
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = (rawHeaders[i] ?? '').toLowerCase();
    const value = rawHeaders[i + 1] ?? '';
    if (name !== 'cookie') headers[name] = headers[name] === undefined ? value : `${headers[name]},${value}`;
  }
  return { ...headers };
}

function joinedQuery(rawQueryString: string): Record<string, string> {
  const joined = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(rawQueryString)) {
    const earlier = joined.get(name);
    joined.set(name, earlier === undefined ? value : `${earlier},${value}`);
  }
  return Object.fromEntries(joined);
}

function bodyOf(body: Buffer): { body?: string; isBase64Encoded: boolean } {
  if (body.length === 0) return { isBase64Encoded: false };
  if (isUtf8(body)) return { body: body.toString('utf8'), isBase64Encoded: false };
  return { body: body.toString('base64'), isBase64Encoded: true };
}

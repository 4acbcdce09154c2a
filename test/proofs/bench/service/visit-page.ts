import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { LambdaProcess } from './fleet.ts';

/** A browser: its cookie, and where it comes from. */
export interface Browser {
  readonly cookie: string;
  readonly sourceIp: string;
}

export interface Visit {
  readonly operation: string;
  readonly path: string;
  /** Of the address, without `?`. */
  readonly query?: string;
  /** Of a form that is posted; none where a page is only opened. */
  readonly fields?: Readonly<Record<string, string>>;
}

export interface Shown {
  readonly elapsedMs: number;
  /** Where the answer leads by itself; empty where it leads nowhere. */
  readonly leadsTo: string;
  readonly html: string;
}

/** Opens a page in a process, as API Gateway would hand it over. @throws Error where the answer is a failure */
export async function visitPage(process: LambdaProcess, browser: Browser, visit: Visit): Promise<Shown> {
  const { operation, path, query = '', fields } = visit;
  const { endpoint, handler } = process.handlerOf(operation);
  const token = /[a-z0-9]+\.[a-z]+_[a-z0-9]+\.[0-9a-f]{32}/.exec(path)?.[0] ?? '';
  const startedAt = process.stopwatch();
  const answer = await handler({
    version: '2.0',
    rawPath: path,
    rawQueryString: query,
    pathParameters: { token },
    headers: fields ? { 'content-type': 'application/x-www-form-urlencoded' } : {},
    cookies: [browser.cookie],
    requestContext: { http: { method: endpoint.method, path, sourceIp: browser.sourceIp } },
    body: new URLSearchParams(fields).toString(),
    isBase64Encoded: false,
  } as unknown as APIGatewayProxyEventV2);
  const { statusCode = 0, body = '' } = answer;
  if (statusCode >= 400) throw new Error(`${operation} answered ${statusCode}: ${body.slice(0, 500)}`);
  return { elapsedMs: process.stopwatch() - startedAt, leadsTo: leadsTo(answer), html: body };
}

function leadsTo({ statusCode, headers, body = '' }: APIGatewayProxyStructuredResultV2): string {
  if (statusCode === 303) return String(headers?.location);
  const [, led = ''] = /http-equiv="refresh" content="\d+; url=([^"]+)"/.exec(body) ?? [];
  return led.replaceAll('&amp;', '&');
}

import type { Operation } from './request.ts';

/** What the service said about a call beside its result. */
export interface AnswerInfo {
  /** Method and path without ids, for example `POST /payments/organizations/{orgId}/quotes/accept`. */
  readonly operation: string;
  /** HTTP status. */
  readonly status: number;
  /** Quote it to support; it equals the audit row's `requestId`. */
  readonly requestId: string | undefined;
  /** The key was used before: nothing was done now, and this is the answer of then. */
  readonly replayed: boolean;
  /** Key that the request was sent with. */
  readonly idempotencyKey: string | undefined;
  /** From 1: how often the request had been sent. */
  readonly attempt: number;
  /** What is left of the rate limit; undefined where the answer does not say it. */
  readonly rateLimit: RateLimit | undefined;
}

/** The headers `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers). */
export interface RateLimit {
  /** Requests that a window allows. */
  readonly limit: number | undefined;
  /** Requests that the window still allows. */
  readonly remaining: number;
  /** Seconds until the next window. */
  readonly resetSeconds: number | undefined;
}

export function infoOf(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  { method, path }: Operation,
  { idempotencyKey, attempt }: Pick<AnswerInfo, 'idempotencyKey' | 'attempt'>,
): AnswerInfo {
  return {
    operation: `${method} ${path}`,
    status,
    requestId: headers.get('x-request-id') ?? undefined,
    replayed: headers.get('idempotency-replayed') === 'true',
    idempotencyKey,
    attempt,
    rateLimit: rateLimitOf(headers),
  };
}

function rateLimitOf(headers: Headers): RateLimit | undefined {
  const remaining = parameter(headers.get('ratelimit'), 'r');
  if (remaining === undefined) return undefined;
  return {
    limit: parameter(headers.get('ratelimit-policy'), 'q'),
    remaining,
    resetSeconds: parameter(headers.get('ratelimit'), 't'),
  };
}

/** A whole number among the parameters of a header such as `"default";r=99;t=30`. */
function parameter(header: string | null, name: string): number | undefined {
  const [, digits] = new RegExp(`;\\s*${name}=(\\d+)`).exec(header ?? '') ?? [];
  return digits === undefined ? undefined : Number(digits);
}

import type { Operation } from './request.ts';

/** Information about a call in addition to its result. */
export interface AnswerInfo {
  /** Method and path without ids, for example `POST /payments/organizations/{orgId}/quotes/accept`. */
  readonly operation: string;
  /** HTTP status. */
  readonly status: number;
  /** Quote it to support. Equals the `requestId` of the audit event. */
  readonly requestId: string | undefined;
  /** True if the idempotency key was used before. Nothing was executed now, and this is the stored answer. */
  readonly replayed: boolean;
  /** Idempotency key that the request was sent with. */
  readonly idempotencyKey: string | undefined;
  /** How often the request had been sent, starting at 1. */
  readonly attempt: number;
  /** Remaining rate limit; undefined if the answer does not say. */
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
    requestId: requestIdOf(headers),
    replayed: headers.get('idempotency-replayed') === 'true',
    idempotencyKey,
    attempt,
    rateLimit: rateLimitOf(headers),
  };
}

function rateLimitOf(headers: Headers): RateLimit | undefined {
  const remaining = numberIn(headers, 'ratelimit', /;\s*r=(\d+)/);
  if (remaining === undefined) return undefined;
  return {
    limit: numberIn(headers, 'ratelimit-policy', /;\s*q=(\d+)/),
    remaining,
    resetSeconds: numberIn(headers, 'ratelimit', /;\s*t=(\d+)/),
  };
}

/** The whole number that a pattern finds in a header, such as `"default";r=99;t=30`. */
export function numberIn(headers: Headers, name: string, pattern: RegExp): number | undefined {
  const [, digits] = pattern.exec(headers.get(name) ?? '') ?? [];
  return digits === undefined ? undefined : Number(digits);
}

export function requestIdOf(headers: Headers): string | undefined {
  return headers.get('x-request-id') ?? undefined;
}

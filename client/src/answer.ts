import { numberIn, requestIdOf } from './answer-info.ts';
import type { CsvPage } from './csv-page.ts';
import { type ErrorDetails, SluiceError, type SluiceErrorType } from './errors.ts';
import type { ErrorBody } from './operations.ts';
import type { Operation } from './request.ts';

/** An HTTP answer whose body has been read. */
export interface Answer {
  readonly response: Pick<Response, 'ok' | 'status' | 'headers'>;
  /** Parsed JSON; undefined for an empty body or one that is not JSON. */
  readonly body: unknown;
  readonly text: string;
  /** URL of the request that was answered. */
  readonly origin: string;
}

export async function readAnswer(response: Response, origin: string): Promise<Answer> {
  // `response.text()` would drop the byte order mark of a CSV.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer());
  return { response, body: parse(text), text, origin };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Returns the result of a successful answer. Throws a SluiceError for every other answer: the service's own error, or
 * NETWORK_ERROR if something between the client and the service answered instead (RATE_LIMITED if that had status 429).
 */
export function resultOf(answer: Answer, { answers }: Operation): unknown {
  const { body, text, origin } = answer;
  const { ok, status, headers } = answer.response;
  if (isChallenge(body)) throw failureOf(answer, 'NETWORK_ERROR', 'The signature did not reach the service.');
  if (ok && answers === 'csv' && text.endsWith('\n') && headers.get('content-type')?.startsWith('text/csv'))
    return { text, nextCursor: headers.get('x-next-cursor') ?? undefined } satisfies CsvPage;
  if (ok && isOfKind(body, answers)) return body;
  if (!ok && isErrorBody(body)) throw serviceError(answer, body);
  throw failureOf(
    answer,
    status === 429 ? 'RATE_LIMITED' : 'NETWORK_ERROR',
    `HTTP ${status} from ${origin} is not the service's answer; it may have acted.`,
    // A captive portal temporarily answers or redirects with such a status.
    status < 400 && { status: undefined },
  );
}

function isOfKind(body: unknown, answers: string): boolean {
  const held = Object(body);
  // Only a list has `flat`.
  const has = (name: string) => (name === 'data' ? held.data?.flat : held[name]) !== undefined;
  return answers.split('|').some((names) => names.split(' ').every(has));
}

export interface Challenge {
  readonly requestId: string;
  readonly payloadToSign: string;
}

/** The answer to a request without a signature (specification, Authentication, Challenge flow). */
export function isChallenge(body: unknown): body is Challenge {
  return isObject(body) && body.type === 'SIGNATURE_CHALLENGE';
}

function isErrorBody(body: unknown): body is ErrorBody {
  return isObject(body) && /^[A-Z_]+$/.test(body.type as string) && typeof body.detail === 'string';
}

function serviceError(answer: Answer, body: ErrorBody): SluiceError {
  const { type, status: _, detail, resolution, docs, requestId, errors = [], ...extras } = body;
  return failureOf(answer, type, detail, {
    resolution,
    docs: docs?.[0] === '/' ? answer.origin + docs : docs,
    requestId: requestId ?? requestIdOf(answer.response.headers),
    errors,
    extras,
  });
}

function failureOf(
  { response: { status, headers } }: Answer,
  type: SluiceErrorType,
  detail: string,
  more: ErrorDetails | false = {},
): SluiceError {
  return new SluiceError(type, detail, {
    status,
    requestId: requestIdOf(headers),
    retryAfterSeconds: numberIn(headers, 'retry-after', /^(\d+)$/),
    ...more,
  });
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

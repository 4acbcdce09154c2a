import type { CsvPage } from './csv-page.ts';
import { SluiceError } from './errors.ts';
import type { ErrorBody } from './operations.ts';

/** An HTTP answer whose body has been read. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON; undefined for an empty body or one that is not JSON. */
  readonly body: unknown;
  readonly text: string;
  /** Whence it came. */
  readonly origin: string;
}

export async function readAnswer(response: Response, origin: string): Promise<Answer> {
  // `response.text()` would drop the byte order mark of a CSV that was asked for.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, body: parse(text), text, origin };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const challengeType = 'SIGNATURE_CHALLENGE';

/** The CSV of a successful answer. Throws a SluiceError for every other answer. */
export function csvOf(answer: Answer): CsvPage {
  const isCsv = answer.status === 200 && answer.headers.get('content-type')?.startsWith('text/csv');
  if (!isCsv) throw failureOf(answer);
  return { text: answer.text, nextCursor: answer.headers.get('x-next-cursor') ?? undefined };
}

/** The body of a successful answer; undefined for status 204. Throws a SluiceError for every other answer. */
export function resultOf(answer: Answer): unknown {
  if (isObject(answer.body) && answer.body.type === challengeType)
    throw unreadable(answer, 'The signature did not reach the service.');
  if (answer.status === 204) return undefined;
  if (answer.status >= 200 && answer.status < 300) {
    if (answer.body === undefined)
      throw new SluiceError('NETWORK_ERROR', `The answer of ${answer.origin} broke off: it is not JSON.`);
    return answer.body;
  }
  throw failureOf(answer);
}

function failureOf(answer: Answer): SluiceError {
  return isErrorBody(answer.body) ? serviceError(answer, answer.body) : edgeError(answer);
}

export interface Challenge {
  readonly requestId: string;
  readonly payloadToSign: string;
}

/** The answer to a request without a signature (specification, Authentication, Challenge flow). */
export function isChallenge(body: unknown): body is Challenge {
  return (
    isObject(body) &&
    body.type === challengeType &&
    typeof body.requestId === 'string' &&
    typeof body.payloadToSign === 'string'
  );
}

function isErrorBody(body: unknown): body is ErrorBody {
  return isObject(body) && typeof body.type === 'string' && typeof body.detail === 'string';
}

function serviceError(answer: Answer, body: ErrorBody): SluiceError {
  const { type, status: _, detail, resolution, docs, requestId, errors, ...extras } = body;
  return new SluiceError(type, detail, {
    status: answer.status,
    resolution,
    docs: docs?.[0] === '/' ? answer.origin + docs : docs,
    requestId: requestId ?? answer.headers.get('x-request-id') ?? undefined,
    errors,
    extras,
    retryAfterSeconds: retryAfterSeconds(answer),
  });
}

/** The network edge or the gateway answered instead of the service, so without the service's error body. */
function edgeError(answer: Answer): SluiceError {
  if (answer.status === 429) {
    return new SluiceError('RATE_LIMITED', 'Too many requests from this address.', {
      status: 429,
      retryAfterSeconds: retryAfterSeconds(answer),
    });
  }
  return unreadable(
    answer,
    `HTTP ${answer.status} from ${answer.origin} without the service's error body; whether the request reached it is unknown.`,
  );
}

function unreadable(answer: Answer, detail: string): SluiceError {
  return new SluiceError('NETWORK_ERROR', detail, {
    status: answer.status,
    requestId: answer.headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: retryAfterSeconds(answer),
  });
}

function retryAfterSeconds(answer: Answer): number | undefined {
  const value = answer.headers.get('retry-after') ?? '';
  return /^\d+$/.test(value) ? Number(value) : undefined;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

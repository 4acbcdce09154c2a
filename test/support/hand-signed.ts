import { createHash, createPrivateKey, randomUUID, sign } from 'node:crypto';
import type { Quickstart } from '../../local/data/quickstart.ts';

type KeyAccess = Pick<Quickstart, 'baseUrl' | 'organizationId' | 'apiKey'>;

/** An answer whose body has been read, also as text. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Parsed JSON of whatever shape; null when it is not JSON. */
  readonly body: ReturnType<typeof JSON.parse>;
}

export interface CallOptions {
  readonly body?: unknown;
  /** Used instead of `body`, and sent as it is. */
  readonly rawBody?: string | Uint8Array<ArrayBuffer>;
  readonly idempotencyKey?: string;
  /** Added last: they may replace signature headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

export type HandSigned = (method: string, path: string, options?: CallOptions) => Promise<Answer>;

/** A request as it goes over the wire. */
export interface SignedRequest {
  readonly url: URL;
  readonly init: RequestInit;
}

/** Sends calls that are signed by hand. `{orgId}` in a path stands for the organization. */
export function handSigned(access: KeyAccess): HandSigned {
  return async (method, path, options) => {
    const { url, init } = signByHand(access, method, path, options);
    return readAnswer(await fetch(url, init));
  };
}

/**
 * Signs with node:crypto alone, as the specification says (Authentication, Direct flow), like a caller that does not
 * use our client.
 */
export function signByHand(
  { baseUrl, organizationId, apiKey }: KeyAccess,
  method: string,
  path: string,
  { body, rawBody, idempotencyKey, headers }: CallOptions = {},
): SignedRequest {
  const url = new URL(baseUrl + path.replace('{orgId}', organizationId));
  const bytes = rawBody ?? (body === undefined ? '' : JSON.stringify(body));
  const timestamp = Math.floor(Date.now() / 1000).toString();
  const nonce = randomUUID();
  const canonical = [
    apiKey.id,
    method,
    url.pathname + url.search,
    createHash('sha256').update(bytes).digest('hex'),
    idempotencyKey ?? '',
    timestamp,
    nonce,
  ].join('\n');
  const init: RequestInit = {
    method,
    headers: {
      'content-type': 'application/json',
      'x-api-key': apiKey.id,
      'x-svc-timestamp': timestamp,
      'x-svc-nonce': nonce,
      'x-svc-signature': sign('sha256', Buffer.from(canonical), createPrivateKey(apiKey.privateKey)).toString('base64'),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      ...headers,
    },
    ...(method !== 'GET' && { body: bytes }),
  };
  return { url, init };
}

export async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: parse(text) };
}

function parse(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

import { type Answer, isChallenge, readAnswer } from './answer.ts';
import { SluiceError } from './errors.ts';
import type { SigningKey } from './private-key.ts';
import type { PreparedRequest } from './request.ts';
import { canonicalPrefix, sign } from './signing.ts';

/** What it takes to send a request, apart from the request. */
export interface Connection {
  readonly keyId: string;
  readonly privateKey: () => Promise<SigningKey>;
  readonly signing: 'direct' | 'challenge';
  readonly fetch: typeof fetch;
  readonly clock: () => number;
}

export interface Terms {
  readonly idempotencyKey: string | undefined;
  readonly allowDuplicate: boolean;
  readonly signal: AbortSignal | undefined;
  /** For each request of the exchange. */
  readonly timeoutMs: number;
}

/**
 * Sends a request once, signed afresh (specification, Authentication). Rejects with TIMEOUT or NETWORK_ERROR where no
 * answer came, with the signal's reason where the caller gave up.
 */
export function exchange(connection: Connection, request: PreparedRequest, terms: Terms): Promise<Answer> {
  return connection.signing === 'direct'
    ? exchangeDirectly(connection, request, terms)
    : exchangeByChallenge(connection, request, terms);
}

async function exchangeDirectly(connection: Connection, request: PreparedRequest, terms: Terms): Promise<Answer> {
  const timestamp = String(Math.floor(connection.clock() / 1000));
  const nonce = crypto.randomUUID();
  const canonical = `${await prefixOf(connection, request, terms)}${timestamp}\n${nonce}`;
  return send(connection, request, terms, {
    'x-svc-signature': await sign(canonical, await connection.privateKey()),
    'x-svc-timestamp': timestamp,
    'x-svc-nonce': nonce,
  });
}

async function exchangeByChallenge(connection: Connection, request: PreparedRequest, terms: Terms): Promise<Answer> {
  const privateKey = await connection.privateKey();
  const first = await send(connection, request, terms, {});
  if (first.status !== 202 || !isChallenge(first.body)) return first;
  const { requestId, payloadToSign } = first.body;
  // A signature is good for whatever it was made over: what is not this request is not signed.
  if (!payloadToSign.startsWith(await prefixOf(connection, request, terms))) {
    throw new SluiceError('NETWORK_ERROR', 'The challenge is for another request; nothing was signed.', {
      status: first.status,
    });
  }
  return send(connection, request, terms, {
    'x-svc-request-id': requestId,
    'x-svc-signature': await sign(payloadToSign, privateKey),
  });
}

function prefixOf({ keyId }: Connection, { method, url, body = '' }: PreparedRequest, { idempotencyKey }: Terms) {
  return canonicalPrefix({ keyId, method, path: url.pathname + url.search, body, idempotencyKey });
}

async function send(
  connection: Connection,
  { method, url, body }: PreparedRequest,
  terms: Terms,
  signature: Record<string, string>,
): Promise<Answer> {
  const timeout = AbortSignal.timeout(terms.timeoutMs);
  const signal = terms.signal ? AbortSignal.any([timeout, terms.signal]) : timeout;
  try {
    const response = await connection.fetch(url, {
      method,
      headers: {
        accept: 'application/json',
        'x-api-key': connection.keyId,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(terms.idempotencyKey !== undefined && { 'idempotency-key': terms.idempotencyKey }),
        ...(terms.allowDuplicate && { 'x-allow-duplicate': 'true' }),
        ...signature,
      },
      signal,
      // A signature holds for one path: following a redirect could only fail, or tell it to somebody else.
      redirect: 'error',
      credentials: 'omit',
      ...(body !== undefined && { body }),
    });
    return await readAnswer(response);
  } catch (cause) {
    terms.signal?.throwIfAborted();
    if (timeout.aborted) throw new SluiceError('TIMEOUT', `No answer within ${terms.timeoutMs} ms.`, { cause });
    throw new SluiceError('NETWORK_ERROR', 'The service could not be reached, or its answer broke off.', { cause });
  }
}

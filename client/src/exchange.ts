import { type Answer, isChallenge, readAnswer } from './answer.ts';
import type { AnswerInfo } from './answer-info.ts';
import { SluiceError } from './errors.ts';
import type { Signer } from './options.ts';
import { headerValue } from './options.ts';
import type { PreparedRequest } from './request.ts';
import { canonicalPrefix, signatureHeader } from './signing.ts';
import { reasonOf } from './unreachable.ts';

/** Everything needed to send a request, except the request. */
export interface Connection {
  readonly caller: KeyCaller | SessionCaller;
  readonly fetch: typeof fetch;
  readonly clock: () => number;
  /** Hears of every answer. */
  readonly onAnswer: ((answer: AnswerInfo) => void) | undefined;
}

/** Signs every request. */
export interface KeyCaller {
  readonly keyId: string;
  readonly signer: () => Promise<Signer>;
  /** The signer is the caller's own function. */
  readonly keptElsewhere: boolean;
  readonly signing: 'direct' | 'challenge';
}

/** Sends the access token of a person who has signed in. */
export interface SessionCaller {
  readonly token: () => string | Promise<string>;
}

export interface ExchangeOptions {
  readonly idempotencyKey: string | undefined;
  readonly allowDuplicate: boolean;
  readonly signal: AbortSignal | undefined;
  /** Milliseconds for each request of the exchange. */
  readonly timeoutMs: number;
}

/**
 * Sends a request once, with a fresh signature if an API key calls (specification, Authentication). Rejects with
 * TIMEOUT or NETWORK_ERROR if no answer came, with SIGNER_FAILED if nothing was signed, and with the signal's reason if
 * the caller aborted.
 */
export async function exchange(
  connection: Connection,
  request: PreparedRequest,
  terms: ExchangeOptions,
): Promise<Answer> {
  const { caller } = connection;
  if ('token' in caller) {
    const token = await caller.token();
    if (!headerValue.test(token)) throw new TypeError('session must give a token.');
    return send(connection, request, terms, { authorization: `Bearer ${token}` });
  }
  const exchangeSigned = caller.signing === 'direct' ? exchangeDirectly : exchangeByChallenge;
  return exchangeSigned({ ...connection, caller }, request, terms);
}

interface SignedConnection extends Connection {
  readonly caller: KeyCaller;
}

async function exchangeDirectly(
  connection: SignedConnection,
  request: PreparedRequest,
  terms: ExchangeOptions,
): Promise<Answer> {
  const { caller, clock } = connection;
  const timestamp = String(Math.floor(clock() / 1000));
  const nonce = crypto.randomUUID();
  const canonical = `${await prefixOf(caller, request, terms)}${timestamp}\n${nonce}`;
  return send(connection, request, terms, {
    'x-api-key': caller.keyId,
    ...(await signedBy(caller, await caller.signer(), canonical, terms)),
    'x-svc-timestamp': timestamp,
    'x-svc-nonce': nonce,
  });
}

async function exchangeByChallenge(
  connection: SignedConnection,
  request: PreparedRequest,
  terms: ExchangeOptions,
): Promise<Answer> {
  const { caller } = connection;
  const signer = await caller.signer();
  const first = await send(connection, request, terms, { 'x-api-key': caller.keyId });
  if (first.status !== 202 || !isChallenge(first.body)) return first;
  const { requestId, payloadToSign } = first.body;
  // A signature authorizes the text that it covers, so the text of another request is not signed.
  if (!payloadToSign.startsWith(await prefixOf(caller, request, terms))) {
    throw new SluiceError('NETWORK_ERROR', 'The challenge is for another request; nothing was signed.', {
      status: first.status,
    });
  }
  return send(connection, request, terms, {
    'x-api-key': caller.keyId,
    'x-svc-request-id': requestId,
    ...(await signedBy(caller, signer, payloadToSign, terms)),
  });
}

function prefixOf(
  { keyId }: KeyCaller,
  { method, url, body = '' }: PreparedRequest,
  { idempotencyKey }: ExchangeOptions,
) {
  return canonicalPrefix({ keyId, method, path: url.pathname + url.search, body, idempotencyKey });
}

/** Who keeps the key elsewhere has the time of a request to sign, and its failure is no failure of the network. */
async function signedBy(
  { keptElsewhere }: KeyCaller,
  signer: Signer,
  text: string,
  terms: ExchangeOptions,
): Promise<Record<string, string>> {
  if (!keptElsewhere) return signatureHeader(signer, text);
  const { signal } = boundsOf(terms);
  const ended = new Promise<never>((_, reject) => {
    signal.throwIfAborted();
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  try {
    return await Promise.race([signatureHeader(signer, text), ended]);
  } catch (cause) {
    terms.signal?.throwIfAborted();
    throw new SluiceError('SIGNER_FAILED', `Nothing was signed: ${(cause as Error)?.message}`, { cause });
  }
}

function boundsOf(terms: ExchangeOptions) {
  const timeout = AbortSignal.timeout(terms.timeoutMs);
  return { timeout, signal: terms.signal ? AbortSignal.any([timeout, terms.signal]) : timeout };
}

async function send(
  connection: Connection,
  { method, url, body }: PreparedRequest,
  terms: ExchangeOptions,
  credentials: Record<string, string>,
): Promise<Answer> {
  const { timeout, signal } = boundsOf(terms);
  try {
    const response = await connection.fetch(url, {
      method,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(terms.idempotencyKey !== undefined && { 'idempotency-key': terms.idempotencyKey }),
        ...(terms.allowDuplicate && { 'x-allow-duplicate': 'true' }),
        ...credentials,
      },
      body,
      signal,
      // A signature is valid for one path: following a redirect could only fail, or disclose the signature or token.
      redirect: 'error',
      credentials: 'omit',
    });
    return await readAnswer(response, url.origin);
  } catch (cause) {
    terms.signal?.throwIfAborted();
    if (timeout.aborted)
      throw new SluiceError('TIMEOUT', `No answer from ${url.origin} within ${terms.timeoutMs} ms.`, { cause });
    // fetch's own error may quote a header, which is a token or a stamp.
    throw new SluiceError('NETWORK_ERROR', `No whole answer from ${url.origin}${reasonOf(cause)}`, {
      cause: (cause as Error).cause,
    });
  }
}

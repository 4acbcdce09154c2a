import { type Answer, isChallenge, readAnswer } from './answer.ts';
import type { AnswerInfo } from './answer-info.ts';
import { sha256Hex, unixSeconds, utf8 } from './bytes.ts';
import { SluiceError } from './errors.ts';
import { givenFailure } from './given-fetch.ts';
import { type GuardedWriteOptions, headerValue, type Signer } from './options.ts';
import type { PreparedRequest } from './request.ts';
import { signatureHeader } from './signing.ts';
import { reasonOf } from './unreachable.ts';

/** Everything needed to send requests, except the request. */
export interface Connection {
  /** Includes the API prefix. */
  readonly baseUrl: string;
  readonly organizationId: string;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly caller: KeyCaller | SessionCaller;
  /** The caller's own `fetch`, if one was given. */
  readonly fetch: typeof fetch | undefined;
  readonly clock: () => number;
  /** Called with every answer. */
  readonly onAnswer: ((answer: AnswerInfo) => void) | undefined;
}

/** Signs every request. */
export interface KeyCaller {
  readonly keyId: string;
  readonly signer: () => Promise<Signer>;
  readonly signing: 'direct' | 'challenge';
}

/** Sends the access token of a person who has signed in. */
export interface SessionCaller {
  readonly token: () => string | Promise<string>;
}

export interface ExchangeOptions extends GuardedWriteOptions {
  readonly idempotencyKey: string | undefined;
  /** Milliseconds for each request of the exchange. */
  readonly timeoutMs: number;
}

/**
 * Sends a request once, with a fresh signature if an API key calls (specification, Authentication). Rejects with
 * TIMEOUT or NETWORK_ERROR if no answer arrived, with SIGNER_FAILED if nothing was signed, and with the signal's reason
 * if the caller aborted.
 */
export async function exchange(
  connection: Connection,
  request: PreparedRequest,
  terms: ExchangeOptions,
): Promise<Answer> {
  const { caller, clock } = connection;
  const sendWith = (credentials: Record<string, string>) => send(connection, request, terms, credentials);
  if ('token' in caller) {
    const token = await caller.token();
    if (!headerValue.test(token)) throw new TypeError('session must give a token.');
    return sendWith({ authorization: `Bearer ${token}` });
  }
  const key = { 'x-api-key': caller.keyId };
  const signer = await caller.signer();
  const prefix = await prefixOf(caller, request, terms);
  const sendSigned = async (text: string, more: Record<string, string>) =>
    sendWith({ ...key, ...more, ...(await signedBy(signer, text, terms)) });

  if (caller.signing === 'direct') {
    const timestamp = unixSeconds(clock);
    const nonce = crypto.randomUUID();
    return sendSigned(`${prefix}${timestamp}\n${nonce}`, { 'x-svc-timestamp': timestamp, 'x-svc-nonce': nonce });
  }
  const first = await sendWith(key);
  if (!isChallenge(first.body)) return first;
  const { requestId, payloadToSign } = first.body;
  // A signature authorizes the text that it covers, so the text of another request is not signed.
  if (!String(payloadToSign).startsWith(prefix)) {
    throw new SluiceError('NETWORK_ERROR', 'The challenge is for another request; nothing was signed.', {
      status: 202,
    });
  }
  return sendSigned(payloadToSign, { 'x-svc-request-id': requestId });
}

/**
 * The first five fields that every signature covers, each ended by a newline (specification, Authentication, Direct
 * flow). They are the same on every attempt.
 */
async function prefixOf(
  { keyId }: KeyCaller,
  { method, url, body = '' }: PreparedRequest,
  { idempotencyKey = '' }: ExchangeOptions,
): Promise<string> {
  const path = url.pathname + url.search;
  return [keyId, method, path, await sha256Hex(utf8(body)), idempotencyKey, ''].join('\n');
}

/**
 * Signs a text, within the time limit of a request. A failure to sign is not a failure of the network, so it has its
 * own type.
 */
async function signedBy(signer: Signer, text: string, terms: ExchangeOptions): Promise<Record<string, string>> {
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
  const { fetch: given } = connection;
  try {
    // Called as a plain function, because `window.fetch` refuses to be called as a method of another object.
    const response = await (given ?? fetch)(url.href, {
      method,
      headers: {
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
        ...(terms.idempotencyKey && { 'idempotency-key': terms.idempotencyKey }),
        ...(terms.allowDuplicate === true && { 'x-allow-duplicate': 'true' }),
        ...credentials,
      },
      body,
      signal,
      // A signature is valid for one path: following a redirect could only fail, or disclose the signature or token.
      // Cloudflare Workers do not support `error`.
      redirect: 'manual',
      credentials: 'omit',
    });
    return await readAnswer(response, url.origin);
  } catch (failure) {
    terms.signal?.throwIfAborted();
    if (timeout.aborted)
      throw new SluiceError('TIMEOUT', `No answer from ${url.origin} within ${terms.timeoutMs} ms.`, {
        cause: signal.reason,
      });
    const { reason, cause } = given
      ? givenFailure(failure, [body, url.search, ...Object.values(credentials).join(' ').split(' ')])
      : // The error's own message may quote a header, and with it a token or a stamp.
        { reason: reasonOf(failure), cause: (failure as Error).cause };
    throw new SluiceError('NETWORK_ERROR', `No whole answer from ${url.origin}${reason}`, { cause });
  }
}

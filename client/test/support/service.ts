import { createHash, generateKeyPairSync, randomUUID, verify } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { Sluice } from '../../src/index.ts';
import type { KeyOptions } from '../../src/options.ts';

export const keyId = 'akid_test_client';
export const organizationId = 'cjld2cjxh0000qzrmn831i7rn';
export const keyPair = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

/** A request that arrived with a valid signature. */
export interface Received {
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** What the service does with one signed request: an answer, silence, or a closed connection. */
export type Reply =
  | { readonly status: number; readonly body?: unknown; readonly headers?: Record<string, string> }
  | 'silence'
  | 'hang up';

export interface Service {
  readonly baseUrl: string;
  /** Requests with a valid signature, in order. */
  readonly received: readonly Received[];
  /** Every signature that arrived, valid or not. */
  readonly signatures: readonly string[];
  /** From now on challenges ask for a signature over this. */
  challengeWith(payloadToSign: string): void;
  client(options?: Partial<KeyOptions>): Sluice;
}

/** The service's address and signature check on a real server; each signed request gets the next reply, the last one for ever. */
export async function startService(...replies: Reply[]): Promise<Service> {
  const received: Received[] = [];
  const seen: Seen = { challenges: new Map(), nonces: new Set(), signatures: [], forcedPayload: undefined };

  const server = createServer(async (message, response) => {
    const request = {
      method: message.method ?? '',
      target: message.url ?? '',
      headers: message.headers,
      body: await text(message),
    };
    const refusal = authenticate(request, seen);
    if (refusal) return answer(response, refusal);
    received.push(request);
    return answer(
      response,
      replies[Math.min(received.length, replies.length) - 1] ?? { status: 200, body: { payoutId: 'po_1' } },
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });

  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/business/api/v1`;
  return {
    baseUrl,
    received,
    signatures: seen.signatures,
    challengeWith: (payloadToSign) => {
      seen.forcedPayload = payloadToSign;
    },
    client: (options) =>
      new Sluice({ baseUrl, organizationId, apiKey: { id: keyId, privateKey: keyPair.privateKey }, ...options }),
  };
}

interface Seen {
  readonly challenges: Map<string, string>;
  readonly nonces: Set<string>;
  readonly signatures: string[];
  forcedPayload: string | undefined;
}

/** Checks the signature from the specification's text, with Node's crypto; undefined when it holds. */
function authenticate(request: Received, seen: Seen): Reply | undefined {
  const { headers } = request;
  if (headers['x-api-key'] !== keyId) return refusal('UNAUTHORIZED');
  const signature = one(headers['x-svc-signature']);
  if (!signature) return issueChallenge(request, seen);
  seen.signatures.push(signature);
  const challengeId = one(headers['x-svc-request-id']);
  const nonce = one(headers['x-svc-nonce']);
  const timestamp = one(headers['x-svc-timestamp']);
  const signed = challengeId ? seen.challenges.get(challengeId) : canonical(request, timestamp, nonce);
  if (signed === undefined || !holds(signed, signature)) return refusal('SIGNATURE_INVALID');
  const usedOnce = challengeId || nonce;
  if (seen.nonces.has(usedOnce)) return refusal('SIGNATURE_REPLAYED');
  seen.nonces.add(usedOnce);
  return undefined;
}

function issueChallenge(request: Received, { challenges, forcedPayload }: Seen): Reply {
  const requestId = randomUUID();
  const payloadToSign = forcedPayload ?? canonical(request, '1700000000', randomUUID());
  challenges.set(requestId, payloadToSign);
  return { status: 202, body: { type: 'SIGNATURE_CHALLENGE', requestId, payloadToSign } };
}

function canonical({ method, target, headers, body }: Received, timestamp: string, nonce: string): string {
  const bodyHash = createHash('sha256').update(body).digest('hex');
  return [keyId, method, target, bodyHash, one(headers['idempotency-key']), timestamp, nonce].join('\n');
}

function holds(signed: string, signature: string): boolean {
  const key = { key: keyPair.publicKey, dsaEncoding: 'der' } as const;
  return verify('sha256', Buffer.from(signed), key, Buffer.from(signature, 'base64'));
}

function one(value: string | string[] | undefined): string {
  return value === undefined ? '' : String(value);
}

/** An error body of the service. */
export function refusal(type: string, status = 401, headers: Record<string, string> = {}, extras: object = {}): Reply {
  const body = { type, status, detail: `${type} in words`, resolution: 'Do this.', requestId: 'req_1', ...extras };
  return { status, body, headers: { 'x-request-id': 'req_1', ...headers } };
}

function answer(response: ServerResponse, reply: Reply): void {
  if (reply === 'silence') return;
  if (reply === 'hang up') {
    response.destroy();
    return;
  }
  response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
  response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body));
}

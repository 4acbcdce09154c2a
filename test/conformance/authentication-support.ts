import { createHash, type KeyObject, randomUUID } from 'node:crypto';
import { type Answer, readAnswer } from '../support/hand-signed.ts';
import type { HttpService } from '../support/http-service.ts';
import { pathOf, type TestOrganization } from '../support/journey.ts';
import { signatureOf, type Unsigned } from '../support/signing.ts';

/** The path part of the service's base address, as the specification writes it. */
export const prefix = '/business/api/v1';

/** A top-up of 5.00 by the organization's key, save for the changes. */
export function funding({ service }: HttpService, of: TestOrganization, changes: Partial<Unsigned> = {}): Unsigned {
  return {
    keyId: of.key.id,
    method: 'POST',
    target: `${prefix}${pathOf(of)}/sandbox/fund`,
    body: '{"amount":"5.00"}',
    idempotencyKey: randomUUID(),
    timestamp: Math.floor(service.clock.now / 1000).toString(),
    nonce: randomUUID(),
    ...changes,
  };
}

/** The seven fields joined as the specification says, without the service's own function. */
export function canonicalText(request: Unsigned): string {
  const { keyId, method, target, body, idempotencyKey, timestamp, nonce } = request;
  const bodyHash = createHash('sha256').update(body).digest('hex');
  return [keyId, method, target, bodyHash, idempotencyKey, timestamp, nonce].join('\n');
}

/** Headers of the direct flow; the signature is the request's unless another is given. */
export function signedHeaders(
  request: Unsigned,
  privateKey: KeyObject,
  signature = signatureOf(canonicalText(request), privateKey),
): Record<string, string> {
  return {
    'x-api-key': request.keyId,
    'x-svc-signature': signature,
    'x-svc-timestamp': request.timestamp,
    'x-svc-nonce': request.nonce,
  };
}

/** Sends a request with these headers of authentication. */
export async function sendWith(
  { baseUrl }: HttpService,
  { method, target, body, idempotencyKey }: Unsigned,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> {
  const response = await fetch(new URL(target, baseUrl), {
    method,
    headers: {
      'content-type': 'application/json',
      ...(idempotencyKey !== '' && { 'idempotency-key': idempotencyKey }),
      ...headers,
    },
    ...(method !== 'GET' && { body }),
  });
  return readAnswer(response);
}

/** Signs a request by the direct flow, and sends it. */
export function sendSigned(http: HttpService, request: Unsigned, { privateKey }: TestOrganization): Promise<Answer> {
  return sendWith(http, request, signedHeaders(request, privateKey));
}

/** The answer to a caller who must sign first. */
export interface Challenge {
  readonly requestId: string;
  readonly payloadToSign: string;
}

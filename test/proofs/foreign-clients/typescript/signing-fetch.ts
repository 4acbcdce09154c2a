import { createHash, randomUUID, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';

const keyId = process.env.SLUICE_KEY_ID ?? '';
const privateKey = readFileSync(process.env.SLUICE_KEY_FILE ?? '');

/** As `fetch`, and signs each request by the direct flow. */
export async function signingFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  const { pathname, search } = new URL(request.url);
  const body = createHash('sha256').update(Buffer.from(await request.clone().arrayBuffer()));
  const [timestamp, nonce] = [String(Math.floor(Date.now() / 1000)), randomUUID()];
  const key = request.headers.get('idempotency-key') ?? '';
  const fields = [keyId, request.method, pathname + search, body.digest('hex'), key, timestamp, nonce];
  request.headers.set('x-api-key', keyId);
  request.headers.set('x-svc-signature', sign('sha256', Buffer.from(fields.join('\n')), privateKey).toString('base64'));
  request.headers.set('x-svc-timestamp', timestamp);
  request.headers.set('x-svc-nonce', nonce);
  return fetch(request);
}

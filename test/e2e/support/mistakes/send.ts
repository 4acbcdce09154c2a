import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import type { Sent } from '../../../../scripts/mistakes/mistake.ts';
import { apiPrefix } from '../../../../shared/contract/endpoint.ts';
import { type Answer, readAnswer } from '../../../support/hand-signed.ts';
import type { Scene, SigningKey } from './scene.ts';

const hourSeconds = 3600;
const strangersKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;

/** A request whose placeholders are filled in. */
interface Filled extends Sent {
  readonly url: URL;
  readonly bytes: string;
}

/** Sends a request as somebody would who makes the mistake. */
export async function sendMistake(scene: Scene, sent: Sent): Promise<Answer> {
  const request = filled(scene, sent);
  const headers = await headersOf(scene, request);
  return readAnswer(await fetch(request.url, initOf(request, headers)));
}

function filled({ origin, names }: Scene, sent: Sent): Filled {
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (found, name) => names[name] ?? found);
  const inJson = (text: string) =>
    text.replace(/\{(\w+)\}/g, (found, name) => (names[name] ?? found).replaceAll('\n', '\\n'));
  const body = sent.body === undefined ? '' : JSON.stringify(sent.body);
  return {
    ...sent,
    url: new URL(origin + (sent.wholePath ? '' : apiPrefix) + fill(sent.path)),
    bytes: inJson(sent.text ?? body),
    ...(sent.idempotencyKey && { idempotencyKey: fill(sent.idempotencyKey) }),
    headers: Object.fromEntries(Object.entries(sent.headers ?? {}).map(([name, value]) => [name, fill(value)])),
  };
}

function initOf({ method, bytes, headers: more = {} }: Filled, own: Record<string, string>): RequestInit {
  const headers = Object.entries({ 'content-type': 'application/json', ...own, ...more });
  return {
    method,
    headers: headers.filter(([name, value]) => value !== '' || name === 'idempotency-key'),
    ...(method !== 'GET' && { body: bytes }),
  };
}

async function headersOf(scene: Scene, request: Filled): Promise<Record<string, string>> {
  const { by = 'key' } = request;
  const idempotency = idempotencyOf(request);
  if (by === 'nobody') return idempotency;
  if (by === 'owner' || by === 'viewer') return { ...idempotency, authorization: `Bearer ${scene.sessions[by]}` };
  if (by === 'challenge') return { ...idempotency, ...(await answerChallenge(scene.keys.key, request, idempotency)) };
  return { ...idempotency, ...signedDirectly(scene.keys[by], request, idempotency) };
}

function idempotencyOf({ method, idempotencyKey }: Filled): Record<string, string> {
  if (method === 'GET' || idempotencyKey === 'none') return {};
  return { 'idempotency-key': idempotencyKey ?? randomUUID() };
}

function signedDirectly(key: SigningKey, request: Filled, idempotency: Record<string, string>): Record<string, string> {
  const { nonce = randomUUID(), signature, url } = request;
  const timestamp = timestampOf(request);
  const path = url.pathname + url.search;
  const canonical = [
    key.id,
    request.method,
    signature === 'of another path' ? path.slice(apiPrefix.length) : path,
    createHash('sha256').update(signedBytes(request)).digest('hex'),
    idempotency['idempotency-key'] ?? '',
    timestamp,
    nonce,
  ].join('\n');
  return {
    'x-api-key': key.id,
    'x-svc-timestamp': timestamp,
    'x-svc-nonce': nonce,
    'x-svc-signature': written(request, canonical, key),
  };
}

function signedBytes({ signature, bytes }: Filled): string {
  return signature === 'of another body' ? `${bytes} ` : bytes;
}

function timestampOf({ timestamp }: Sent): string {
  const seconds = Math.floor(Date.now() / 1000);
  if (timestamp === 'milliseconds') return String(seconds * 1000);
  if (timestamp === 'ISO 8601') return new Date(seconds * 1000).toISOString();
  return String(timestamp === 'an hour ago' ? seconds - hourSeconds : seconds);
}

function written({ signature }: Filled, message: string, key: SigningKey): string {
  const signer: KeyObject = signature === 'by another key' ? strangersKey : createPrivateKey(key.privateKey);
  const isRaw = signature === 'raw' || signature === 'raw base64url';
  const bytes = sign('sha256', Buffer.from(message), { key: signer, dsaEncoding: isRaw ? 'ieee-p1363' : 'der' });
  if (signature === 'hex') return bytes.toString('hex');
  return bytes.toString(signature?.endsWith('base64url') ? 'base64url' : 'base64');
}

/** Asks for a challenge of the request as it was signed, and answers it with the request as it is sent. */
async function answerChallenge(
  key: SigningKey,
  request: Filled,
  idempotency: Record<string, string>,
): Promise<Record<string, string>> {
  const headers = { ...idempotency, 'x-api-key': key.id };
  const asked = await fetch(request.url, initOf({ ...request, bytes: signedBytes(request) }, headers));
  const { requestId, payloadToSign } = (await readAnswer(asked)).body;
  const signature = written(request, payloadToSign, key);
  return { 'x-api-key': key.id, 'x-svc-request-id': requestId, 'x-svc-signature': signature };
}

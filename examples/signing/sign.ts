import { createHash, randomUUID, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';

const { SLUICE_BASE_URL, SLUICE_ORGANIZATION_ID, SLUICE_KEY_ID = '', SLUICE_KEY_FILE = '' } = process.env;
const url = new URL(`${SLUICE_BASE_URL}/payments/organizations/${SLUICE_ORGANIZATION_ID}/sandbox/fund`);
const [body, idempotencyKey, nonce] = ['{"amount":"100.00"}', randomUUID(), randomUUID()];
const timestamp = Math.floor(Date.now() / 1000).toString();
const hash = createHash('sha256').update(body).digest('hex');
const text = [SLUICE_KEY_ID, 'POST', url.pathname, hash, idempotencyKey, timestamp, nonce].join('\n');
const signature = sign('sha256', Buffer.from(text), readFileSync(SLUICE_KEY_FILE)).toString('base64');
const signed = { 'X-Api-Key': SLUICE_KEY_ID, 'X-Svc-Signature': signature, 'X-Svc-Timestamp': timestamp };
const headers = {
  ...signed,
  'X-Svc-Nonce': nonce,
  'Idempotency-Key': idempotencyKey,
  'Content-Type': 'application/json',
};
console.log(await (await fetch(url, { method: 'POST', headers, body })).text());

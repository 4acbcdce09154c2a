import { createHmac, randomBytes } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { type Delivery, verifyWebhook, WebhookVerificationError } from '../src/index.ts';

const secret = `whsec_${randomBytes(24).toString('base64')}`;
const body = JSON.stringify({ id: 'evt_1', type: 'payout.completed', data: { note: 'Zürich' } });
const nowSeconds = 1_700_000_000;
const clock = () => nowSeconds * 1000;

function signatureOf(key: string, id: string, timestamp: number, content: string): string {
  const bytes = Buffer.from(key.slice('whsec_'.length), 'base64');
  return `v1,${createHmac('sha256', bytes).update(`${id}.${timestamp}.${content}`).digest('base64')}`;
}

function headers(overrides: Record<string, string> = {}) {
  const signature = signatureOf(secret, 'evt_1', nowSeconds, body);
  return { 'svc-id': 'evt_1', 'svc-timestamp': String(nowSeconds), 'svc-signature': signature, ...overrides };
}

/** A value that another realm has made, as under a test runner. `instanceof` does not know it. */
function foreign(expression: string, given: unknown = undefined): never {
  return runInNewContext(expression, { given }) as never;
}

const entries = Object.entries(headers());
const upperCase = entries.map(([name, value]) => [name.toUpperCase(), value] as const);
const get = (name: string) => headers()[name as 'svc-id'];

test.each<[string, Delivery['headers']]>([
  ["Node's headers", headers()],
  ["Node's headers as lists", Object.fromEntries(entries.map(([name, value]) => [name, [value]]))],
  ['a Headers object', new Headers(headers())],
  ['a Headers object of another realm', foreign('({ get: (name) => given.get(name) })', new Headers(headers()))],
  ['an object of another realm', foreign('Object.fromEntries(given)', entries)],
  ['headers in another case', Object.fromEntries(upperCase)],
  ['a Map', new Map(entries)],
  ['a Map in another case', new Map(upperCase)],
  ['a Map of another realm', foreign('new Map(given)', upperCase)],
  ['a Map of lists', new Map(entries.map(([name, value]) => [name, [value]]))],
  ['a list of pairs', entries],
  ['anything with get', { get }],
])('a signed delivery gives its event: %s', async (_, received) => {
  const event = await verifyWebhook({ headers: received, body: Buffer.from(body), secret, clock });

  expect(event).toEqual(JSON.parse(body));
});

test("Standard Webhooks' published vector holds", async () => {
  const event = await verifyWebhook({
    headers: {
      'svc-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'svc-timestamp': '1614265330',
      'svc-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    },
    body: '{"test": 2432232314}',
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    clock: () => 1_614_265_330_000,
  });

  expect(event).toEqual({ test: 2432232314 });
});

test('one of two signatures is enough while a secret rotates', async () => {
  const other = signatureOf(`whsec_${randomBytes(24).toString('base64')}`, 'evt_1', nowSeconds, body);
  const both = headers({ 'svc-signature': `v2,AAAA ${other} ${headers()['svc-signature']}` });

  await expect(verifyWebhook({ headers: both, body, secret, clock })).resolves.toBeDefined();
});

const bytes = Buffer.from(body);
/** The bytes amid others, as in a pool of buffers. */
const amid = new Uint8Array([1, 2, 3, ...bytes, 4, 5]).buffer;
const exact = amid.slice(3, 3 + bytes.length);
const shared = new SharedArrayBuffer(bytes.length);
new Uint8Array(shared).set(bytes);

test.each<[string, Delivery['body']]>([
  ['text', body],
  ['a Buffer', bytes],
  ['a Uint8Array amid a buffer', new Uint8Array(amid, 3, bytes.length)],
  ['an Int8Array', new Int8Array(exact)],
  ['a Uint16Array', new Uint16Array(exact)],
  ['a DataView amid a buffer', new DataView(amid, 3, bytes.length)],
  ['an ArrayBuffer', exact],
  ['a SharedArrayBuffer', shared],
  ['bytes in shared memory', new Uint8Array(shared)],
  ['an ArrayBuffer of another realm', foreign('Uint8Array.from(given).buffer', [...bytes])],
  ['a Uint8Array of another realm', foreign('Uint8Array.from(given)', [...bytes])],
  ['a DataView of another realm', foreign('new DataView(Uint8Array.from(given).buffer)', [...bytes])],
  ['a Blob', new Blob([body])],
  ['a request', new Request('http://localhost/', { method: 'POST', body })],
])('a signed delivery gives its event whatever holds its bytes: %s', async (_, received) => {
  expect(await verifyWebhook({ headers: headers(), body: received, secret, clock })).toEqual(JSON.parse(body));
});

test.each([
  ['a parsed body', JSON.parse(body), 'Object'],
  ['a parsed body of another realm', foreign('JSON.parse(given)', body), 'Object'],
  ['a list', [...bytes], 'Array'],
  ['no body', undefined, 'Undefined'],
  ['null', null, 'Null'],
  ['a number', 4, 'Number'],
  ['a promise', Promise.resolve(body), 'Promise'],
])('%s is refused, with what to pass instead', async (_, received, kind) => {
  const refused = verifyWebhook({ headers: headers(), body: received as never, secret, clock });

  await expect(refused).rejects.toThrow(WebhookVerificationError);
  await expect(refused).rejects.toThrow(
    `The body is neither bytes nor text, but ${kind}. Pass the body as received, before any parsing.`,
  );
});

test('a body that was parsed and written again is refused, with what to pass instead', async () => {
  const again = JSON.stringify(JSON.parse(body), null, 1);

  await expect(verifyWebhook({ headers: headers(), body: again, secret, clock })).rejects.toThrow(
    'No signature matches the body and the secret. Pass the body as received, before any parsing.',
  );
});

test.each([
  ['no headers', undefined],
  ['null', null],
  ['headers as text', 'svc-id: evt_1'],
  ['none of ours', {}],
  ['an empty value', headers({ 'svc-id': '' })],
  ['an empty list', { ...headers(), 'svc-id': [] }],
  ['two values', { ...headers(), 'svc-id': ['evt_1', 'evt_1'] }],
])('a header that is missing or has two values is named: %s', async (_, received) => {
  await expect(verifyWebhook({ headers: received as never, body, secret, clock })).rejects.toThrow(
    new WebhookVerificationError('The header svc-id is missing or repeated.'),
  );
});

test.each([
  ['another body', headers(), `${body} `],
  ['another id', headers({ 'svc-id': 'evt_2' }), body],
  ['another time', headers({ 'svc-timestamp': String(nowSeconds + 1) }), body],
  ['another scheme', headers({ 'svc-signature': headers()['svc-signature'].replace('v1,', 'v2,') }), body],
  ['a signature that is not base64', headers({ 'svc-signature': 'v1,§' }), body],
  ['an empty signature', headers({ 'svc-signature': 'v1,' }), body],
  ['no signature', headers({ 'svc-signature': '' }), body],
  ['a time that is not a number', headers({ 'svc-timestamp': 'soon' }), body],
])('%s is refused', async (_, received, content) => {
  await expect(verifyWebhook({ headers: received, body: content, secret, clock })).rejects.toThrow(
    WebhookVerificationError,
  );
});

test.each([-301, 301])('a delivery %i seconds from our clock is refused', async (seconds) => {
  const delivery = { headers: headers(), body, secret, clock: () => clock() + seconds * 1000 };

  await expect(verifyWebhook(delivery)).rejects.toThrow('more than 300 seconds off');
  await expect(verifyWebhook({ ...delivery, toleranceSeconds: 301 })).resolves.toBeDefined();
});

test('a secret that is none is a mistake of the receiver, not of the sender', async () => {
  await expect(verifyWebhook({ headers: headers(), body, secret: 'whsec_', clock })).rejects.toThrow(TypeError);
});

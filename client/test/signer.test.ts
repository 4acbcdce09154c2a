import { createPrivateKey, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Signer } from '../src/index.ts';
import { keyId, keyPair, refusal, startService } from './support/service.ts';

const key = createPrivateKey(keyPair.privateKey);
/** As a KMS signs: DER, or r and s as WebCrypto and Azure Key Vault give them. */
const signed = (text: string, dsaEncoding: 'der' | 'ieee-p1363' = 'der') =>
  sign('sha256', Buffer.from(text), { key, dsaEncoding });
const quote = { snapshotId: 'qs_1' };

/** A client whose key is kept elsewhere. */
async function startWith(signer: Signer, ...replies: Parameters<typeof startService>) {
  const service = await startService(...replies);
  const client = (options: object = {}) => service.client({ apiKey: { id: keyId, sign: signer }, ...options });
  return { service, client };
}

describe.each(['direct', 'challenge'] as const)('in the %s flow the service accepts', (signing) => {
  test.each<[string, Signer]>([
    ['DER', (text) => signed(text)],
    ['DER in base64', async (text) => signed(text).toString('base64')],
    ['64 bytes', async (text) => new Uint8Array(signed(text, 'ieee-p1363'))],
    ['64 bytes, as WebCrypto gives them', async (text) => new Uint8Array(signed(text, 'ieee-p1363')).buffer],
    ['64 bytes in base64', (text) => signed(text, 'ieee-p1363').toString('base64')],
  ])('a signature as %s', async (_, signer) => {
    const { service, client } = await startWith(signer);

    await client({ signing }).acceptQuote(quote);

    expect(service.received).toHaveLength(1);
  });
});

test('a signer may be a method, which finds what it belongs to', async () => {
  const service = await startService();
  class Kms {
    readonly id = keyId;
    readonly #key = key;
    sign(text: string) {
      return sign('sha256', Buffer.from(text), this.#key);
    }
  }

  await service.client({ apiKey: new Kms() }).acceptQuote(quote);

  expect(service.received).toHaveLength(1);
});

test('a stamp is sent as the custody provider gave it', async () => {
  const { service, client } = await startWith((text) => ({
    stampHeaderName: 'X-Stamp',
    stampHeaderValue: `of-${text[0]}`,
  }));
  const sent: Headers[] = [];
  const fetch = async (_: unknown, init?: RequestInit) => {
    sent.push(new Headers(init?.headers));
    return Response.json({ payoutId: 'po_1' });
  };

  await client({ fetch }).acceptQuote(quote);

  expect(service.received).toEqual([]);
  expect([sent[0]?.get('x-stamp'), sent[0]?.get('x-svc-signature')]).toEqual(['of-a', null]);
});

test('a retry is signed anew', async () => {
  const texts: string[] = [];
  const { service, client } = await startWith(
    (text) => {
      texts.push(text);
      return signed(text);
    },
    refusal('INTERNAL', 500),
    { status: 200, body: { payoutId: 'po_1' } },
  );

  await client().acceptQuote(quote);

  expect(new Set(texts).size).toBe(2);
  expect(service.received).toHaveLength(2);
});

describe('a signer that fails', () => {
  const denied = new Error('AccessDenied');

  test.each<[string, Signer, string]>([
    ['throws', () => Promise.reject(denied), 'Nothing was signed: AccessDenied'],
    ['gives 63 bytes', () => new Uint8Array(63), 'a signature must be DER, 64 bytes or a stamp'],
    ['gives bytes that are not DER', () => new Uint8Array(70), 'a signature must be DER, 64 bytes or a stamp'],
    ['gives no base64', () => '§', 'Nothing was signed: '],
    ['gives nothing', () => undefined as never, 'Nothing was signed: '],
  ])('%s: SIGNER_FAILED, and nothing is sent or tried again', async (_, signer, detail) => {
    let asked = 0;
    const { service, client } = await startWith((text) => {
      asked += 1;
      return signer(text);
    });

    const error = await client()
      .acceptQuote(quote, { idempotencyKey: 'mine' })
      .catch((reason) => reason);

    expect(error).toMatchObject({ type: 'SIGNER_FAILED', status: undefined, idempotencyKey: 'mine', attempts: 1 });
    expect(error.detail).toContain(detail);
    expect(error.cause).toBeInstanceOf(Error);
    expect([asked, service.signatures]).toEqual([1, []]);
  });

  test('says after a retry under which key the request was sent before', async () => {
    let asked = 0;
    const { client } = await startWith(
      (text) => {
        asked += 1;
        return asked === 1 ? signed(text) : Promise.reject(denied);
      },
      refusal('INTERNAL', 500),
    );

    const error = await client()
      .acceptQuote(quote, { idempotencyKey: 'mine' })
      .catch((reason) => reason);

    expect(error).toMatchObject({ type: 'SIGNER_FAILED', cause: denied, idempotencyKey: 'mine', attempts: 2 });
  });

  test('never answers: it has the time of a request', async () => {
    const { client } = await startWith(() => new Promise<never>(() => {}));

    const error = await client()
      .acceptQuote(quote, { timeoutMs: 50 })
      .catch((reason) => reason);

    expect(error).toMatchObject({ type: 'SIGNER_FAILED', attempts: 1 });
  });

  test("ends with the caller's signal, and its reason", async () => {
    const { client } = await startWith(() => new Promise<never>(() => {}));
    const controller = new AbortController();
    const call = client().acceptQuote(quote, { signal: controller.signal });
    controller.abort(new Error('enough'));

    await expect(call).rejects.toThrow('enough');
  });
});

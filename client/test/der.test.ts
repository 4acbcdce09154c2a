import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { derSignature } from '../src/der.ts';
import { createSigner, signatureHeader } from '../src/signing.ts';

/** 32 bytes that begin as given: zeros in front and set high bits are where encoders go wrong. */
const scalar = fc
  .tuple(
    fc.integer({ min: 0, max: 31 }),
    fc.constantFrom(0x01, 0x7f, 0x80, 0xff),
    fc.uint8Array({ minLength: 32, maxLength: 32 }),
  )
  .map(([zeros, first, bytes]) => Uint8Array.from(bytes, (byte, i) => (i < zeros ? 0 : i === zeros ? first : byte)));

test('r and s come back from the DER, each in its shortest positive form', () => {
  fc.assert(
    fc.property(scalar, scalar, (r, s) => {
      const der = derSignature(Uint8Array.of(...r, ...s));

      expect(readSequence(der)).toEqual([toBigInt(r), toBigInt(s)]);
    }),
    { numRuns: 500 },
  );
});

test('zero is one byte', () => {
  expect([...derSignature(new Uint8Array(64))]).toEqual([0x30, 6, 2, 1, 0, 2, 1, 0]);
});

test('Node verifies what the client signs, whatever the text and the key', async () => {
  for (let round = 0; round < 20; round += 1) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const signer = createSigner({ id: 'akid_test_1', privateKey: pem });
    const signed = `äöü ${round} 💶`;

    const { 'x-svc-signature': signature = '' } = await signatureHeader(await signer(), signed);

    const key = {
      key: createPublicKey(publicKey.export({ type: 'spki', format: 'pem' })),
      dsaEncoding: 'der',
    } as const;
    expect(verify('sha256', Buffer.from(signed), key, Buffer.from(signature, 'base64'))).toBe(true);
  }
});

/** A strict reader of SEQUENCE { INTEGER, INTEGER }. */
function readSequence(der: Uint8Array): bigint[] {
  const [tag, length, ...content] = der;
  expect([tag, length]).toEqual([0x30, content.length]);
  const integers: bigint[] = [];
  for (let at = 0; at < content.length; ) {
    const size = content[at + 1] ?? 0;
    const digits = content.slice(at + 2, at + 2 + size);
    const [first = 0, second = 0x80] = digits;
    expect(content[at]).toBe(2);
    expect(first).toBeLessThan(0x80);
    expect(first === 0 && second < 0x80).toBe(false);
    integers.push(toBigInt(digits));
    at += 2 + size;
  }
  return integers;
}

function toBigInt(bytes: ArrayLike<number>): bigint {
  return Array.from(bytes).reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
}

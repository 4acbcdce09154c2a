import { createHash, createPublicKey } from 'node:crypto';
import { publicKeyObject, verifyDer } from '../../../shared/ground/signatures/ecdsa.ts';
import { spkiOfPoint } from '../../../shared/ground/signatures/public-key.ts';
import type { HandlerUnderTest } from './handler-under-test.ts';
import { recoverPublicKey } from './p256.ts';
import type { Report } from './report.ts';

interface SignatureVector {
  readonly tcId: number;
  readonly comment: string;
  readonly msg: string;
  readonly sig: string;
  readonly result: 'valid' | 'invalid';
}

interface Group {
  readonly publicKeyPem: string;
  readonly tests: readonly SignatureVector[];
}

export interface SignatureVectors {
  readonly testGroups: readonly Group[];
}

/**
 * Checks the request verifier against the signature vectors, each in three ways.
 *
 * 1. The function that the handler calls, with the vector's key and message.
 * 2. The handler, with the vector's key registered. The vectors sign messages that are not requests, so even a valid
 *    signature is refused there.
 * 3. The handler, with a key that the vector's signature fits: for every (r, s) and every request there is a public key
 *    under which (r, s) signs that request, and it is computed and registered. A valid vector must then be accepted. An
 *    invalid one, which is usually a mutation of a valid signature of its group, is sent under the key that fits that
 *    valid signature: it must be refused.
 */
export async function checkSignatures(
  { testGroups }: SignatureVectors,
  door: HandlerUnderTest,
  report: Report,
): Promise<void> {
  const anyValid = testGroups.flatMap(({ tests }) => tests).find(({ result }) => result === 'valid');
  for (const group of testGroups) {
    const fitting = group.tests.find(({ result }) => result === 'valid') ?? anyValid;
    if (!fitting) throw new Error('no vector is valid');
    const registered = door.request();
    await registered.register(group.publicKeyPem);
    for (const vector of group.tests) {
      const { tcId, comment, result, sig } = vector;
      const signature = Buffer.from(sig, 'hex');
      const check = (what: string, expected: unknown, actual: unknown) =>
        report.check(what, actual === expected, `case ${tcId} (${comment}): ${actual}, not ${expected}`);

      check('signatures judged by the verifier', result === 'valid', verify(group, vector));
      check('signatures sent under the registered key', 'SIGNATURE_INVALID', await registered.send(signature));
      const expected = result === 'valid' ? 'accepted' : 'SIGNATURE_INVALID';
      const request = door.request();
      await request.register(keyFor(result === 'valid' ? vector : fitting, request.payload));
      check(`${result} signatures sent under a key that they fit`, expected, await request.send(signature));
    }
  }
}

function verify({ publicKeyPem }: Group, { msg, sig }: SignatureVector): boolean {
  return verifyDer(createPublicKey(publicKeyPem), Buffer.from(msg, 'hex'), Buffer.from(sig, 'hex'));
}

/** PEM of a public key under which a vector's signature signs a payload. */
function keyFor({ tcId, sig }: SignatureVector, payload: string): string {
  const [r, s] = scalarsOf(Buffer.from(sig, 'hex'));
  const point = recoverPublicKey(r, s, createHash('sha256').update(payload).digest());
  const spki = point && spkiOfPoint(point);
  if (!spki) throw new Error(`case ${tcId}: no public key fits`);
  return publicKeyObject(spki).export({ format: 'pem', type: 'spki' }) as string;
}

/** The integers of a valid DER signature. */
function scalarsOf(der: Buffer): [bigint, bigint] {
  const lengthOfR = der.readUInt8(3);
  const scalar = (start: number, end: number) => BigInt(`0x${der.subarray(start, end).toString('hex')}`);
  return [scalar(4, 4 + lengthOfR), scalar(6 + lengthOfR, der.length)];
}

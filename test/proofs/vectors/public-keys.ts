import { createPublicKey } from 'node:crypto';
import { ServiceError } from '../../../shared/ground/errors/service-error.ts';
import { publicKeyObject } from '../../../shared/ground/signatures/ecdsa.ts';
import { parsePublicKeyPem } from '../../../shared/ground/signatures/public-key.ts';
import type { Report } from './report.ts';

export interface PemVectors {
  readonly testGroups: readonly {
    readonly tests: readonly {
      readonly tcId: number;
      readonly comment: string;
      readonly flags: readonly string[];
      readonly public: string;
      readonly result: 'valid' | 'acceptable' | 'invalid';
    }[];
  }[];
}

/**
 * Checks key registration against the PEM vectors. It is stricter than they require: of the cases that they leave open,
 * it accepts compressed points and refuses explicit curve parameters and encodings that are not DER.
 */
export function checkPublicKeys({ testGroups }: PemVectors, report: Report): void {
  for (const vector of testGroups.flatMap(({ tests }) => tests)) {
    const isAccepted = vector.result === 'valid' || vector.flags.includes('CompressedPublic');
    const outcome = register(vector.public);
    const isRight = isAccepted
      ? typeof outcome === 'string' && isSameKey(outcome, vector.public)
      : outcome instanceof ServiceError;
    const detail = `case ${vector.tcId} (${vector.flags.join()}: ${vector.comment}): ${String(outcome)}`;
    report.check(`public keys to ${isAccepted ? 'accept' : 'refuse'} at registration`, isRight, detail);
  }
}

function register(pem: string): unknown {
  try {
    return parsePublicKeyPem(pem);
  } catch (error) {
    return error;
  }
}

function isSameKey(stored: string, pem: string): boolean {
  return JSON.stringify(publicKeyObject(stored).export({ format: 'jwk' })) === JSON.stringify(jwkOf(pem));
}

function jwkOf(pem: string) {
  return createPublicKey(pem).export({ format: 'jwk' });
}

import { createPrivateKey, createPublicKey, generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { calculateJwkThumbprint, exportJWK, SignJWT } from 'jose';
import type { TrustedIssuer } from '../../shared/adapters/jwt-sessions.ts';
import { readIfThere, writePrivateFile } from '../data/files.ts';

/** Replaces the identity provider of a stage: it signs in everyone for whom this process asks. */
export interface Issuer extends Required<TrustedIssuer> {
  /** An access token; valid for 30 days by default. */
  issue(userId: string, lifetime?: string): Promise<string>;
}

const algorithm = 'RS256';

/**
 * @param privateKey PKCS#8 PEM, RSA
 * @param issuer its address, if verifiers must fetch its keys
 */
export async function createIssuer(privateKey: string, issuer = 'https://issuer.sluice.localhost'): Promise<Issuer> {
  const key = createPrivateKey(privateKey);
  const jwk = await exportJWK(createPublicKey(key));
  const kid = await calculateJwkThumbprint(jwk);
  const clientId = 'dashboard';
  return {
    issuer,
    clientId,
    keys: { keys: [{ ...jwk, kty: 'RSA', kid, alg: algorithm, use: 'sig' }] },
    issue: (userId, lifetime = '30d') =>
      new SignJWT({ client_id: clientId, token_use: 'access' })
        .setProtectedHeader({ alg: algorithm, kid })
        .setSubject(userId)
        .setIssuer(issuer)
        .setIssuedAt()
        .setExpirationTime(lifetime)
        .sign(key),
  };
}

/** The issuer whose key is stored in a file. Its first call creates the key. */
export async function openIssuer(keyFile: string): Promise<Issuer> {
  const stored = readIfThere(keyFile);
  if (stored !== undefined) return createIssuer(stored);
  const made = await newIssuerKey();
  writePrivateFile(keyFile, made);
  return createIssuer(made);
}

/** PKCS#8 PEM. Finding its primes takes 60 to 270 ms, in a thread of Node's pool. */
export async function newIssuerKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
}

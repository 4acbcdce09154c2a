import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, SignJWT } from 'jose';
import type { TrustedIssuer } from '../shared/adapters/jwt-sessions.ts';

/** Stands in for the identity provider of a stage: it signs everybody in who asks this process. */
export interface Issuer extends Required<TrustedIssuer> {
  /** An access token; valid for 30 days by default. */
  issue(userId: string, lifetime?: string): Promise<string>;
}

const algorithm = 'RS256';

/**
 * @param privateKey PKCS#8 PEM, RSA
 * @param issuer its address, if verifiers have to fetch its keys
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

/** PKCS#8 PEM. */
export function newIssuerKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
}

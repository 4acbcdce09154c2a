import { JwtVerifier } from 'aws-jwt-verify';
import { FetchError, JwtBaseError } from 'aws-jwt-verify/error';
import { SimpleFetcher } from 'aws-jwt-verify/https';
import { type Jwks, SimpleJwksCache } from 'aws-jwt-verify/jwk';
import type { JwtPayload } from 'aws-jwt-verify/jwt-model';
import { attemptMs } from '../ground/aws/bound-client.ts';
import { OutOfTime, timeLeftMs } from '../ground/time/time-left.ts';
import { userIdPattern } from '../identity/user-id.ts';
import type { Person, Sessions } from '../ports/sessions.ts';

export interface TrustedIssuer {
  readonly issuer: string;
  /** The client id of the dashboard. Tokens must have been issued to it. */
  readonly clientId: string;
  /** The issuer's public keys; fetched from its `/.well-known/jwks.json` when absent. */
  readonly keys?: Jwks;
}

/** Sessions by the access tokens of one OpenID Connect issuer (design, session). */
export function jwtSessions({ issuer, clientId, keys }: TrustedIssuer): Sessions {
  const fetch = keys ? async () => new TextEncoder().encode(JSON.stringify(keys)).buffer : fetchInTime;
  const jwksCache = new SimpleJwksCache({ fetcher: { fetch } });
  const verifier = JwtVerifier.create({ issuer, audience: null }, { jwksCache });
  return async (token) => {
    try {
      return personOf(await verifier.verify(token), clientId);
    } catch (error) {
      // A failure to fetch the issuer's keys says nothing about the token.
      if (error instanceof JwtBaseError && !(error instanceof FetchError)) return undefined;
      throw error;
    }
  };
}

/** Fetches with one retry. Both attempts end while the invocation has time left. */
async function fetchInTime(uri: string): Promise<ArrayBuffer> {
  const responseTimeout = Math.min(attemptMs, timeLeftMs() / 2);
  if (responseTimeout <= 0) throw new OutOfTime();
  return new SimpleFetcher({ defaultRequestOptions: { responseTimeout } }).fetch(uri);
}

/**
 * Access tokens from Cognito name their client in `client_id` and have no audience; those of other issuers have an
 * audience. Each token must say that it is an access token, because an ID token has the same audience.
 */
function personOf({ sub, exp, aud, client_id, token_use }: JwtPayload, clientId: string): Person | undefined {
  const isForUs = (client_id ?? aud) === clientId && token_use === 'access';
  if (!isForUs || exp === undefined || sub === undefined || !userIdPattern.test(sub)) return undefined;
  return { userId: sub };
}

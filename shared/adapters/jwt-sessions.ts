import { JwtVerifier } from 'aws-jwt-verify';
import { FetchError, JwtBaseError } from 'aws-jwt-verify/error';
import { type Jwks, SimpleJwksCache } from 'aws-jwt-verify/jwk';
import type { JwtPayload } from 'aws-jwt-verify/jwt-model';
import type { Person, Sessions } from '../ports/sessions.ts';

export interface TrustedIssuer {
  readonly issuer: string;
  /** The client id of the dashboard. Tokens must have been issued to it. */
  readonly clientId: string;
  /** The issuer's public keys; fetched from its `/.well-known/jwks.json` when absent. */
  readonly keys?: Jwks;
}

/** A subject that can be part of a path. A colon could make it look like a platform operator (`operator:…`). */
const USER_ID = /^[A-Za-z0-9_.-]{1,128}$/;

/** Sessions by the access tokens of one OpenID Connect issuer (design, session). */
export function jwtSessions({ issuer, clientId, keys }: TrustedIssuer): Sessions {
  const fetcher = keys && { fetch: async () => new TextEncoder().encode(JSON.stringify(keys)).buffer };
  const jwksCache = new SimpleJwksCache(fetcher && { fetcher });
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

/**
 * Cognito's access tokens name their client in `client_id` and have no audience; those of other issuers have an
 * audience. Each token must say that it is an access token, because an ID token has the same audience.
 */
function personOf({ sub, exp, aud, client_id, token_use }: JwtPayload, clientId: string): Person | undefined {
  const isForUs = (client_id ?? aud) === clientId && token_use === 'access';
  if (!isForUs || exp === undefined || sub === undefined || !USER_ID.test(sub)) return undefined;
  return { userId: sub };
}

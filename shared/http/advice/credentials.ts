import type { AnyEndpoint } from '../../contract/endpoint.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { mayBePrivateKey } from '../../ground/signatures/private-key.ts';

/**
 * Refusals of credentials that cannot be valid. They depend on the form alone, so that the response reveals nothing
 * about stored data. No credential is repeated.
 */

const keyGoesTo = 'Send the key id in X-Api-Key and sign the request. Authorization is for session tokens.';
const keyIdForm = 'Send the key id, which starts with akid_test_ or akid_live_, in X-Api-Key.';

function unauthorized(detail: string, resolution: string): ServiceError {
  return new ServiceError('UNAUTHORIZED', detail, { resolution });
}

export function bothCredentials(): ServiceError {
  return unauthorized(
    'send either Authorization or X-Api-Key',
    'Integrations send X-Api-Key; people who have signed in send Authorization. Omit the other header.',
  );
}

/** Refuses a request whose credentials are missing or of a kind that the route does not accept. */
export function wrongCredentials(
  { callers }: Pick<AnyEndpoint, 'callers'>,
  { hasKey, authorization }: Sent,
): ServiceError {
  const takesKey = callers.includes('key');
  if (takesKey && authorization !== undefined) return sessionForKey(authorization);
  if (takesKey && callers.includes('session')) {
    return unauthorized(
      'name an API key in X-Api-Key, or send the bearer token of a dashboard session',
      'Add the header X-Api-Key with a key id, and sign the request.',
    );
  }
  if (!takesKey) {
    return unauthorized(
      'this route accepts only the bearer token of a dashboard session',
      hasKey
        ? 'API keys cannot call this route. A member can, with Authorization: Bearer and a session token.'
        : 'Add the header Authorization: Bearer with a session token.',
    );
  }
  return unauthorized('name an API key in X-Api-Key', `This route accepts only API keys. ${keyIdForm}`);
}

function sessionForKey(authorization: string): ServiceError {
  if (isKeyIn(authorization) || isPrivateKeyIn(authorization)) return notSession(authorization);
  return unauthorized('this route accepts only API keys', `Omit Authorization. ${keyIdForm}`);
}

/** The credentials of a request. */
interface Sent {
  readonly hasKey: boolean;
  readonly authorization: string | undefined;
}

/** Refuses an X-Api-Key that is not the id of a key. */
export function notKeyId(sent: string): ServiceError {
  const detail = 'X-Api-Key does not contain the id of an API key';
  if (mayBePrivateKey(sent)) return privateKeyIn('X-Api-Key', keyIdForm);
  if (/^svc_(live|test)_/.test(sent)) {
    return unauthorized(
      'X-Api-Key contains the prefix of an API key, not its id',
      `${keyIdForm} Audit events show the prefix.`,
    );
  }
  if (/^Bearer /i.test(sent)) return unauthorized(detail, `Remove the word Bearer. ${keyIdForm}`);
  if (/^eyJ/.test(sent)) {
    return unauthorized('X-Api-Key contains a session token', 'Send the token as Authorization: Bearer.');
  }
  if (/^["'<\s]|["'>\s]$/.test(sent)) return unauthorized(detail, `Remove the quotes around it. ${keyIdForm}`);
  return unauthorized(detail, keyIdForm);
}

/** Refuses an id with a valid form. Does not reveal whether such a key exists or existed. */
export function unknownKey(): ServiceError {
  return unauthorized(
    'the API key is unknown or revoked',
    'Check the id, and that this address serves its mode: akid_test_ for the sandbox, akid_live_ for live. Issue a new key if it was revoked.',
  );
}

/** Refuses an Authorization header that is not a session token. */
export function notSession(sent: string): ServiceError {
  if (isPrivateKeyIn(sent)) return privateKeyIn('Authorization', keyGoesTo);
  if (isKeyIn(sent)) return unauthorized('Authorization contains the id or prefix of an API key', keyGoesTo);
  if (/^Basic /i.test(sent)) {
    return unauthorized(
      'Authorization: Basic is not supported',
      'Send a key id in X-Api-Key and sign the request, or send a session token as Authorization: Bearer.',
    );
  }
  if (/^eyJ/.test(sent)) {
    return unauthorized(
      'Authorization does not start with the word Bearer',
      'Write Authorization: Bearer, a space and the token.',
    );
  }
  return unauthorized(
    'the session is unknown or has expired',
    'Sign in again, and send its token as Authorization: Bearer.',
  );
}

function privateKeyIn(header: string, instead: string): ServiceError {
  return unauthorized(`${header} contains a private key`, `Rotate that key, because it is now exposed. ${instead}`);
}

/** The key may follow the name of a scheme. */
function isPrivateKeyIn(authorization: string): boolean {
  return mayBePrivateKey(authorization.replace(/^[a-z]+ +/i, ''));
}

function isKeyIn(authorization: string): boolean {
  return /^((Bearer|Basic|ApiKey|Token) +)?(akid|svc)_(live|test)_/i.test(authorization);
}

import { createIssuer, type Issuer, newIssuerKey } from '../../local/people/issuer.ts';
import { jwtSessions } from '../../shared/adapters/jwt-sessions.ts';
import type { Sessions } from '../../shared/ports/sessions.ts';

let issuer: Promise<Issuer> | undefined;
let sessions: Promise<Sessions> | undefined;

/** The identity provider of a test process, with real keys and tokens. */
export function testIssuer(): Promise<Issuer> {
  issuer ??= newIssuerKey().then(createIssuer);
  return issuer;
}

/** How the service reads the tokens of the test issuer. */
export const testSessions: Sessions = async (token) => {
  sessions ??= testIssuer().then(jwtSessions);
  return (await sessions)(token);
};

export async function signIn(userId: string): Promise<string> {
  return (await testIssuer()).issue(userId);
}

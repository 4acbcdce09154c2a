import { jwtSessions } from '../adapters/jwt-sessions.ts';
import type { PortCapability } from '../ports/wiring/capability.ts';

export const sessions: PortCapability<'sessions'> = {
  environment: { SESSION_ISSUER: 'sessionIssuer', SESSION_CLIENT_ID: 'sessionClientId' },
  ports: ({ environment: { SESSION_ISSUER: issuer, SESSION_CLIENT_ID: clientId } }) => ({
    // Under SAM there is no identity provider, and a function accepts no sessions.
    sessions: issuer && clientId ? jwtSessions({ issuer, clientId }) : async () => undefined,
  }),
};

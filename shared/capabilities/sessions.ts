import { jwtSessions } from '../adapters/jwt-sessions.ts';
import type { PortCapability } from '../ports/wiring/capability.ts';

export const sessions: PortCapability<'sessions'> = {
  environment: { SESSION_ISSUER: 'sessionIssuer', SESSION_CLIENT_ID: 'sessionClientId' },
  ports: ({ environment: { SESSION_ISSUER: issuer, SESSION_CLIENT_ID: clientId } }) => ({
    // Under SAM no identity provider is there, and a function takes no session.
    sessions: issuer && clientId ? jwtSessions({ issuer, clientId }) : async () => undefined,
  }),
};

import { bothCredentials, wrongCredentials } from '../advice/credentials.ts';
import { header } from '../request-state.ts';
import type { Step } from '../step.ts';
import { identifyKey } from './identify-key.ts';
import { identifySession } from './identify-session.ts';

/**
 * Finds the caller and the organization that the call is about. A bearer token identifies a person, X-Api-Key a key.
 * @throws ServiceError UNAUTHORIZED when the route does not accept such callers
 */
export const identifyCaller: Step = (state, context) => {
  const { callers } = context.endpoint;
  const authorization = header(state, 'authorization');
  const hasSession = authorization !== undefined;
  const hasKey = header(state, 'x-api-key') !== undefined;
  if (hasSession && hasKey) throw bothCredentials();
  if (hasSession && callers.includes('session')) return identifySession(state, context);
  if (hasKey && callers.includes('key')) return identifyKey(state, context);
  throw wrongCredentials(context.endpoint, { hasKey, authorization });
};

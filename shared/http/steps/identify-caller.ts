import { ServiceError } from '../../ground/errors/service-error.ts';
import { header } from '../request-state.ts';
import type { Step } from '../step.ts';
import { identifyKey } from './identify-key.ts';
import { identifySession } from './identify-session.ts';

/**
 * Finds the caller and the organization that the call is about: a bearer token names a person, X-Api-Key a key.
 * @throws ServiceError UNAUTHORIZED when the route does not take such callers
 */
export const identifyCaller: Step = (state, context) => {
  const { callers } = context.endpoint;
  const hasSession = header(state, 'authorization') !== undefined;
  const hasKey = header(state, 'x-api-key') !== undefined;
  if (hasSession && hasKey) throw new ServiceError('UNAUTHORIZED', 'send either Authorization or X-Api-Key');
  if (hasSession && callers.includes('session')) return identifySession(state, context);
  if (hasKey && callers.includes('key')) return identifyKey(state, context);
  throw new ServiceError('UNAUTHORIZED', missing(callers.includes('key'), callers.includes('session')));
};

function missing(takesKey: boolean, takesSession: boolean): string {
  if (takesKey && takesSession) return 'name an API key in X-Api-Key, or send the bearer token of a dashboard session';
  return takesKey ? 'name an API key in X-Api-Key' : 'this route takes the bearer token of a dashboard session only';
}

import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { ServiceError } from '../../shared/ground/errors/service-error.ts';
import { nearestRoute } from '../../shared/http/routing/nearest-route.ts';
import { serveUnmatched } from '../../shared/lambda/serve-unmatched.ts';

/** Refuses a request before anything else about it is checked, and says what was probably meant. */
function refuse(_json: unknown, { method, path }: { readonly method: string; readonly path: string }): never {
  const { detail = 'no route matches this method and path', ...hint } = nearestRoute(method, path) ?? {};
  throw new ServiceError('ROUTE_NOT_FOUND', detail, hint);
}

/** Answers every request that no other route matches. */
export const endpoint = defineEndpoint({
  operation: 'routeNotFound',
  summary: 'Answer a request that no route matches',
  method: 'GET',
  path: '/',
  callers: ['public'],
  scope: 'read',
  rateClass: 'standard',
  idempotency: 'none',
  refuseEarly: refuse,
  responses: {},
  errors: ['ROUTE_NOT_FOUND'],
  tableAccess: 'none',
  handle: async () => {
    throw new Error('the request was not refused');
  },
});

export const handler = serveUnmatched(endpoint);

import { defineEndpoint, type RequestLine } from '../../shared/contract/endpoint.ts';
import { ServiceError } from '../../shared/ground/errors/service-error.ts';
import { nearestRoute } from '../../shared/http/routing/nearest-route.ts';
import { pageWithoutSlash } from '../../shared/http/routing/page-without-slash.ts';

/**
 * Refuses a request before anything else about it is checked, and suggests the route that was probably meant. If the
 * path is a page with a trailing slash, which people and programs append, it redirects to the page.
 */
function refuse(_json: unknown, { method, path, query }: RequestLine): never {
  const location = pageWithoutSlash(path, query);
  if (location)
    throw new ServiceError('ROUTE_NOT_FOUND', 'the page is at the same address without the slash', {
      status: 308,
      location,
    });
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
  refuseEarly: refuse,
  responses: {},
  errors: ['ROUTE_NOT_FOUND'],
  tableAccess: 'none',
  handle: async () => {
    throw new Error('the request was not refused');
  },
});

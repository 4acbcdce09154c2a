import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { ServiceError } from '../../shared/ground/errors/service-error.ts';
import { servePage } from '../../shared/lambda/serve-page.ts';

/** Refuses a request before anything else about it is checked. */
function refuse(): never {
  throw new ServiceError('ROUTE_NOT_FOUND', 'no route matches this method and path');
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
  handle: async () => refuse(),
});

export const handler = servePage(endpoint);

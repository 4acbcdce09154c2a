import type { AnyEndpoint } from '../contract/endpoint.ts';
import { createHandler } from '../http/create-handler.ts';
import { atFirstCall, type EndpointHandler } from './serve.ts';

/** The Lambda handler of a page, and of the endpoint that answers below the pages' prefix, too. */
export function servePage(endpoint: AnyEndpoint): EndpointHandler {
  return atFirstCall((runtime) => createHandler(endpoint, runtime));
}

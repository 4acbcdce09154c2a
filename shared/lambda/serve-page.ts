import type { AnyEndpoint } from '../contract/endpoint.ts';
import { createHandler } from '../http/create-handler.ts';
import type { HttpHandler } from '../http/handle-with.ts';
import { atFirstCall } from './serve.ts';

/** The Lambda handler of a page, and of the endpoint that answers below the pages' prefix, too. */
export function servePage(endpoint: AnyEndpoint): HttpHandler {
  return atFirstCall((runtime) => createHandler(endpoint, runtime));
}

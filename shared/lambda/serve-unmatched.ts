import type { AnyEndpoint } from '../contract/endpoint.ts';
import { createHandler } from '../http/create-handler.ts';
import type { Used } from './lambda-runtime.ts';
import { atFirstCall, type EndpointHandler } from './serve.ts';

/**
 * The Lambda handler of the endpoint that answers all unmatched requests. Below the prefix of pages it answers with a
 * page.
 */
export function serveUnmatched(endpoint: AnyEndpoint, used: Used): EndpointHandler {
  return atFirstCall((runtime) => createHandler(endpoint, runtime), used);
}

import type { AnyEndpoint } from '../contract/endpoint.ts';
import type { EdgeRuntime } from '../ports/runtime.ts';
import { apiStack } from './api-stack.ts';
import { type HttpHandler, handleWith } from './handle-with.ts';
import { pageStack } from './pages/page-stack.ts';

/**
 * Creates the handler of any endpoint, including pages. Below the prefix of pages, requests that no route matches are
 * also answered with a page.
 */
export function createHandler(endpoint: AnyEndpoint, runtime: EdgeRuntime): HttpHandler {
  const stack = endpoint.page ? pageStack : { ...apiStack, renderFailure: pageStack.renderFailure };
  return handleWith(stack, endpoint, runtime);
}

import type { AnyEndpoint } from '../contract/endpoint.ts';
import type { EdgeRuntime } from '../ports/runtime.ts';
import { apiStack } from './api-stack.ts';
import { type HttpHandler, handleWith } from './handle-with.ts';
import { pageStack } from './pages/page-stack.ts';

/** The handler of any endpoint, a page or not. Below the pages' prefix, what no route matches is answered by a page, too. */
export function createHandler(endpoint: AnyEndpoint, runtime: EdgeRuntime): HttpHandler {
  const stack = endpoint.page ? pageStack : { ...apiStack, renderFailure: pageStack.renderFailure };
  return handleWith(stack, endpoint, runtime);
}

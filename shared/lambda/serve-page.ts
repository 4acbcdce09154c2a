import type { AnyEndpoint } from '../contract/endpoint.ts';
import type { PageRules } from '../contract/page-rules.ts';
import { handleWith } from '../http/handle-with.ts';
import { pageStack } from '../http/pages/page-stack.ts';
import type { Used } from './lambda-runtime.ts';
import { atFirstCall, type EndpointHandler } from './serve.ts';

/** The Lambda handler of a page. */
export function servePage(page: AnyEndpoint & { readonly page: PageRules }, used: Used): EndpointHandler {
  return atFirstCall((runtime) => handleWith(pageStack, page, runtime), used);
}

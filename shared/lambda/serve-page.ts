import type { AnyEndpoint } from '../contract/endpoint.ts';
import type { PageRules } from '../contract/page-rules.ts';
import { handleWith } from '../http/handle-with.ts';
import { pageStack } from '../http/pages/page-stack.ts';
import type { ExtraPorts } from './from-environment.ts';
import { atFirstCall, type EndpointHandler } from './serve.ts';

/**
 * The Lambda handler of a page.
 *
 * @param ports ports that few functions need, so that the other bundles do not carry them
 */
export function servePage(page: AnyEndpoint & { readonly page: PageRules }, ports: ExtraPorts = {}): EndpointHandler {
  return atFirstCall((runtime) => handleWith(pageStack, page, runtime), ports);
}

import type { AnyEndpoint } from '../../contract/endpoint.ts';
import type { PageRules } from '../../contract/page-rules.ts';

/** @throws Error for an endpoint that is not a page */
export function rulesOf({ operation, page }: AnyEndpoint): PageRules {
  if (page) return page;
  throw new Error(`${operation} is no page`);
}

import { apiPrefix } from './endpoint.ts';

/**
 * Pages about the service at addresses outside the API. They are the same for everyone and read nothing, so they are
 * not operations: they are in no description, accept no credential and have no rate class.
 */
export interface Site {
  /** In camel case; the file name is its kebab case. The name of the function in its log lines. */
  readonly name: string;
  readonly summary: string;
  /** Full paths, answered to GET and HEAD. The last segment can be `{file}`. */
  readonly paths: readonly string[];
}

/**
 * The API description for generators that only support OpenAPI 3.0. It is published next to the one that the API itself
 * answers.
 */
export const openApi30Path = `${apiPrefix}/openapi-3.0.json`;

/** The pages of the documentation are below it. */
export const docsPrefix = '/docs';

/** The keys of a site's routes at the gateway: `GET /docs`, and HEAD, which link checkers use. */
export function siteRouteKeys({ paths }: Site): string[] {
  return ['GET', 'HEAD'].flatMap((method) => paths.map((path) => `${method} ${path}`));
}

import { apiPrefix } from './endpoint.ts';

/**
 * Pages about the service at addresses beside the API. They are the same for everybody and read nothing, so they are no
 * operation: they stand in no description, take no credential and have no rate class.
 */
export interface Site {
  /** camelCase; the file is its kebab-case. The name of the function in its log lines. */
  readonly name: string;
  readonly summary: string;
  /** Whole paths, answered to GET and HEAD. The last segment may be `{file}`. */
  readonly paths: readonly string[];
}

/** The API's description for generators that know OpenAPI 3.0 only. It lies beside the one that the API itself answers. */
export const openApi30Path = `${apiPrefix}/openapi-3.0.json`;

/** Below it are the pages of the documentation. */
export const docsPrefix = '/docs';

/** The keys of a site's routes at the gateway: `GET /docs`, and HEAD, by which links are checked. */
export function siteRouteKeys({ paths }: Site): string[] {
  return ['GET', 'HEAD'].flatMap((method) => paths.map((path) => `${method} ${path}`));
}

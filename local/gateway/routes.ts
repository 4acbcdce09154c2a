import findMyWay, { type HTTPMethod } from 'find-my-way';
import type { HttpHandler } from '../../shared/http/handle-with.ts';

export interface Route {
  /** `POST /business/api/v1/payments/organizations/{orgId}/payouts`. */
  readonly routeKey: string;
  readonly handler: HttpHandler;
  /**
   * Whether the handler waits for webhook receivers, which may not answer. Such handlers have a limit of their own.
   */
  readonly callsReceivers?: boolean | undefined;
}

export interface Match {
  readonly route: Route;
  readonly pathParameters: Readonly<Record<string, string>>;
}

export type FindRoute = (method: string, segments: readonly string[]) => Match | undefined;

/** Longer than any path that a request line may have. */
const maxParamLength = 16_384;

/**
 * Finds the route of a request as API Gateway does: the whole path must match, a literal segment takes precedence over
 * a parameter, and no parameter is empty.
 */
export function createRouter(routes: readonly Route[]): FindRoute {
  const router = findMyWay({ maxParamLength });
  for (const route of routes) {
    const [method = '', path = ''] = route.routeKey.split(' ');
    router.on(method as HTTPMethod, path.replace(/\{(\w+)\}/g, ':$1'), () => {}, route);
  }
  return (method, segments) => {
    // The segments are already decoded, so a slash or a percent sign in one has no special meaning.
    const found = router.find(method as HTTPMethod, segments.map(encodeURIComponent).join('/'));
    if (!found || Object.values(found.params).includes('')) return undefined;
    return { route: found.store as Route, pathParameters: found.params as Record<string, string> };
  };
}

import type { HttpHandler } from '../../shared/http/create-handler.ts';

export interface Route {
  /** `POST /business/api/v1/payments/organizations/{orgId}/payouts`. */
  readonly routeKey: string;
  readonly handler: HttpHandler;
  /** Whether the handler waits for webhook receivers, who may be silent. Such handlers have a limit of their own. */
  readonly callsReceivers?: boolean | undefined;
}

export interface Match {
  readonly route: Route;
  readonly pathParameters: Readonly<Record<string, string>>;
}

interface Pattern {
  readonly route: Route;
  readonly method: string;
  readonly segments: readonly string[];
}

export type FindRoute = (method: string, segments: readonly string[]) => Match | undefined;

/**
 * Finds the route of a request as API Gateway does: the whole path must match, and a literal segment wins over a
 * parameter, the leftmost first.
 */
export function createRouter(routes: readonly Route[]): FindRoute {
  const patterns = routes.map(asPattern).sort(bySpecificity);
  return (method, segments) => {
    const found = patterns.find((pattern) => pattern.method === method && matches(pattern, segments));
    return found && { route: found.route, pathParameters: pathParameters(found, segments) };
  };
}

function asPattern(route: Route): Pattern {
  const [method = '', path = ''] = route.routeKey.split(' ');
  return { route, method, segments: path.split('/') };
}

function bySpecificity(a: Pattern, b: Pattern): number {
  for (let i = 0; i < Math.min(a.segments.length, b.segments.length); i++) {
    const difference = Number(isParameter(a.segments[i])) - Number(isParameter(b.segments[i]));
    if (difference !== 0) return difference;
  }
  return 0;
}

function isParameter(segment = ''): boolean {
  return segment.startsWith('{') && segment.endsWith('}');
}

function matches({ segments: wanted }: Pattern, segments: readonly string[]): boolean {
  return (
    wanted.length === segments.length &&
    wanted.every((segment, index) => (isParameter(segment) ? segments[index] !== '' : segment === segments[index]))
  );
}

function pathParameters({ segments: wanted }: Pattern, segments: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    wanted.flatMap((segment, index) => (isParameter(segment) ? [[segment.slice(1, -1), segments[index] ?? '']] : [])),
  );
}

import { distance } from 'fastest-levenshtein';
import { apiPrefix } from '../../contract/endpoint.ts';
import { docsPrefix } from '../../contract/site.ts';
import { knownRoutes } from './known-routes.ts';

/** Longer paths are not misspelled routes, and comparing them would cost time. */
const longestPath = 300;
/** Matches prefixes that callers use instead of the right one, such as `/api/v1`. */
const otherPrefix = /^(\/business)?(\/api)?(\/v\d{1,3})?(?=\/)/i;
/** The maximum number of edits per character of a segment. Different words of the same length need more. */
const mostEdits = 0.4;

interface Known {
  readonly method: string;
  /** The path without the prefix, with parameters in braces. */
  readonly path: string;
  /** The path in lower case, with `{}` for each parameter. */
  readonly shape: string;
}

const known: readonly Known[] = knownRoutes.map((route) => {
  const [method = '', path = ''] = route.split(' ');
  return { method, path, shape: path.replaceAll(/\{\w+\}/g, '{}').toLowerCase() };
});
const literals = new Set(known.flatMap(({ shape }) => shape.split('/')));

/** The route that a request was probably meant for, and how the request differs. */
export interface NearestRoute {
  readonly detail: string;
  readonly resolution: string;
  /** The methods of the path, if it exists. */
  readonly allow?: readonly string[];
}

/**
 * Finds the route that an unmatched request was probably meant for. The number of comparisons is fixed, and the
 * compared texts are limited in length. The result repeats nothing of the request's path.
 * @param path without the query
 */
export function nearestRoute(method: string, path: string): NearestRoute | undefined {
  if (path.length > longestPath) return undefined;
  const tidy = `/${path.split('/').filter(Boolean).join('/')}`;
  if (`${tidy}/`.startsWith(`${docsPrefix}/`)) {
    return { detail: 'no page has this address', resolution: `The documentation starts at ${docsPrefix}.` };
  }
  const hasPrefix = `${tidy}/`.toLowerCase().startsWith(`${apiPrefix}/`);
  const below = hasPrefix ? tidy.slice(apiPrefix.length) : tidy.replace(otherPrefix, '');
  const shape = shapeOf(below);
  const [first] = known.filter((route) => route.shape === shape);
  if (!first) return misspelt(method, shape);
  const methods = known.filter((route) => route.shape === shape).map((route) => route.method);
  if (!methods.includes(method))
    return { ...otherMethod(method, first, methods), ...(path === tidy && hasPrefix && { allow: methods }) };
  const named = `Send ${method} ${apiPrefix}${first.path} exactly.`;
  return { detail: `no route matches this path: ${differenceOf(path, tidy, hasPrefix)}`, resolution: named };
}

function otherMethod(method: string, { path }: Known, methods: readonly string[]): NearestRoute {
  return {
    detail: `no route matches: this path accepts ${methods.join(' and ')}, not ${/^[A-Z]{1,10}$/.test(method) ? method : 'this method'}`,
    resolution: `Send ${methods.join(' or ')} ${apiPrefix}${path}.`,
  };
}

function differenceOf(path: string, tidy: string, hasPrefix: boolean): string {
  if (!hasPrefix) return `${apiPrefix} is missing`;
  if (path === `${tidy}/`) return 'it ends with a slash';
  if (path !== tidy) return 'it has an empty segment';
  return 'paths are case-sensitive';
}

function misspelt(method: string, shape: string): NearestRoute | undefined {
  const [best] = known
    .map((route) => ({ route, edits: editsBetween(shape, route) + (route.method === method ? 0 : 0.5) }))
    .sort((a, b) => a.edits - b.edits);
  if (!best || best.edits === Number.POSITIVE_INFINITY) return undefined;
  const { route } = best;
  return {
    detail: 'no route matches this method and path',
    resolution: `The nearest route is ${route.method} ${apiPrefix}${route.path}.`,
  };
}

/**
 * Counts the edits that turn a path into a route. Callers may omit the organization, so that the path starts in the
 * middle of a route, or omit a route's last word.
 */
function editsBetween(shape: string, route: Known): number {
  const isWithoutOrganization = route.shape.endsWith(shape) || route.shape.replace('/{}', '') === shape;
  if (shape.length > 1 && isWithoutOrganization) return 1;
  const [segments, wanted] = [shape.split('/'), route.shape.split('/')];
  const last = wanted.at(-1) ?? '';
  if (last !== '{}' && `${shape}/${last}` === route.shape) return 2;
  if (segments.length !== wanted.length) return Number.POSITIVE_INFINITY;
  return segments.reduce((sum, segment, index) => sum + editsOfSegment(segment, wanted[index] ?? ''), 0);
}

function editsOfSegment(segment: string, wanted: string): number {
  const edits = distance(segment, wanted);
  return edits <= wanted.length * mostEdits ? edits : Number.POSITIVE_INFINITY;
}

/** Returns a path with `{}` for every segment that looks like an id or a placeholder. */
function shapeOf(path: string): string {
  return path
    .toLowerCase()
    .split('/')
    .map((segment) => (!literals.has(segment) && looksLikeId(segment) ? '{}' : segment))
    .join('/');
}

function looksLikeId(segment: string): boolean {
  return /\d|^[a-z]{2,5}_|^[{:<]/.test(segment) || segment.length > 24;
}

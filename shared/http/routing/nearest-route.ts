import { distance } from 'fastest-levenshtein';
import { apiPrefix } from '../../contract/endpoint.ts';
import { docsPrefix } from '../../contract/site.ts';
import { knownRoutes } from './known-routes.ts';

/** Longer paths are no misspelt routes, and comparing them would cost time. */
const longestPath = 300;
/** What stands in front of a path in place of the prefix, such as `/api/v1`. */
const otherPrefix = /^(\/business)?(\/api)?(\/v\d{1,3})?(?=\/)/i;
/** Edits for each character of a segment: other words of the same length differ in more. */
const mostEdits = 0.4;

interface Known {
  readonly method: string;
  /** Below the prefix, with parameters in braces. */
  readonly path: string;
  /** The same with `{}` for each parameter, in lower case. */
  readonly shape: string;
}

const known: readonly Known[] = knownRoutes.map((route) => {
  const [method = '', path = ''] = route.split(' ');
  return { method, path, shape: path.replaceAll(/\{\w+\}/g, '{}').toLowerCase() };
});
const literals = new Set(known.flatMap(({ shape }) => shape.split('/')));

/** The route that a request probably meant, and what it did otherwise. */
export interface NearestRoute {
  readonly detail: string;
  readonly resolution: string;
  /** Of the path, where it is one. */
  readonly allow?: readonly string[];
}

/**
 * Finds what a request that no route matches was probably meant for: in a fixed number of comparisons of bounded texts.
 * Nothing of the request's path is repeated.
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

/** Whoever leaves out the organization begins where a route goes on; a route's last word is left out, too. */
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

/** A path with `{}` for whatever looks like an id or a place for one. */
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

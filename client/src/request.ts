/** The client's description of an operation of the service. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path below the API prefix, with `{name}` placeholders. */
  readonly path: string;
  /** Parameters that go into the query even if there is a body. */
  readonly query?: readonly string[];
  readonly hasBody?: true;
  /**
   * How to recognize a valid answer: the names of the properties that it must have, of which `data` must be a list. The
   * properties of an alternative answer follow `|`. `flat` stands for an answer that is itself a list, and `csv` for
   * one that is not JSON.
   */
  readonly answers: string;
}

/** A request that is the same on every attempt; signatures are not part of it. */
export interface PreparedRequest {
  readonly method: Operation['method'];
  readonly url: URL;
  readonly body: string | undefined;
}

/** Distributes one object of parameters among path, query and body. */
export function prepareRequest(
  operation: Operation,
  parameters: Readonly<Record<string, unknown>>,
  context: { readonly baseUrl: string; readonly organizationId: string },
): PreparedRequest {
  const rest: Record<string, unknown> = { ...parameters };
  const path = operation.path.replace(/{(\w+)}/g, (_, name: string) => {
    const value = /^org/.test(name) ? context.organizationId : rest[name];
    delete rest[name];
    return pathSegment(name, value);
  });
  const query: Record<string, unknown> = {};
  for (const name of operation.hasBody ? (operation.query ?? []) : Object.keys(rest)) {
    query[name] = rest[name];
    delete rest[name];
  }
  return {
    method: operation.method,
    url: new URL(context.baseUrl + path + queryString(query)),
    body: operation.hasBody && JSON.stringify(rest),
  };
}

/** `.` or `..` alone would change the path, and the service accepts only these characters. */
export const idPattern = /^(?!\.+$)[\w.-]+$/;

function pathSegment(name: string, value: unknown): string {
  if (typeof value === 'string' && idPattern.test(value)) return value;
  throw new TypeError(`${name} must be an id, not ${JSON.stringify(value)}.`);
}

/** Lists are joined by commas, as the service's filters expect. */
function queryString(query: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined) as [string, string][];
  return pairs.length > 0 ? `?${pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')}` : '';
}

/** The address without a trailing slash, and with the API prefix if it had no path. */
export function normalizeBaseUrl(baseUrl: string): string {
  const url = new URL(baseUrl);
  const path = url.pathname.replace(/\/+$/, '');
  return url.origin + (path || '/business/api/v1');
}

type Value = string | readonly string[] | null | undefined;

/**
 * Headers of a request as a server or a framework hands them over: a `Headers` object of any realm or another object
 * with `get`, a `Map`, a list of pairs, or an object such as Node's `request.headers` and `request.headersDistinct`.
 */
export type ReceivedHeaders =
  | { readonly get: (name: string) => Value }
  | Iterable<readonly [string, Value]>
  | Readonly<Record<string, Value>>;

interface Held {
  readonly get?: unknown;
  readonly [Symbol.iterator]?: () => Iterator<readonly [string, Value]>;
}

/** The values of a header, whatever the case of its name. */
export function valuesOfHeader(headers: ReceivedHeaders, name: string): readonly string[] {
  const held: Held = Object(headers);
  const value = typeof held.get === 'function' ? held.get(name) : undefined;
  // A `Map` also has `get`, but finds a name only in the case in which it was stored.
  const entries = held[Symbol.iterator] ? [...(held as Iterable<readonly [string, Value]>)] : Object.entries(held);
  return [value ?? entries.find(([key]) => key.toLowerCase() === name)?.[1] ?? []].flat();
}

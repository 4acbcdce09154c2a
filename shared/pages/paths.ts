import { pagesPrefix } from '../contract/endpoint.ts';
import type { Frame } from './frame.ts';

type Parameters = Readonly<Record<string, string>>;

/** The path of another page, keeping the requested language. */
export function pathIn({ wanted }: Pick<Frame, 'wanted'>, path: string, parameters: Parameters = {}): string {
  return withParameters(path, { ...parameters, ...(wanted && { lang: wanted }) });
}

/**
 * An address from a third party. On our own pages the language is kept; the address of another host stays unchanged.
 */
export function addressIn(frame: Pick<Frame, 'wanted'>, address: string): string {
  return address.startsWith(`${pagesPrefix}/`) ? pathIn(frame, address) : address;
}

export function withParameters(path: string, parameters: Parameters): string {
  const query = new URLSearchParams(parameters).toString();
  return query === '' ? path : `${path}?${query}`;
}

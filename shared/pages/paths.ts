import { pagesPrefix } from '../contract/endpoint.ts';
import type { Frame } from './frame.ts';

type Parameters = Readonly<Record<string, string>>;

/** A path of another page, which keeps the language that was asked for. */
export function pathIn({ wanted }: Pick<Frame, 'wanted'>, path: string, parameters: Parameters = {}): string {
  return withParameters(path, { ...parameters, ...(wanted && { lang: wanted }) });
}

/** An address that somebody else gave. Our own pages keep the language; the address of another host stays as it is. */
export function addressIn(frame: Pick<Frame, 'wanted'>, address: string): string {
  return address.startsWith(`${pagesPrefix}/`) ? pathIn(frame, address) : address;
}

export function withParameters(path: string, parameters: Parameters): string {
  const query = new URLSearchParams(parameters).toString();
  return query === '' ? path : `${path}?${query}`;
}

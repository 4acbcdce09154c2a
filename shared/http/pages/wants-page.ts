import { header, type RequestState } from '../request-state.ts';

/** Tells whether a browser asks on behalf of a person. Only browsers accept HTML when they open an address. */
export function wantsPage(state: RequestState): boolean {
  return /\btext\/html\b/i.test(header(state, 'accept') ?? '');
}

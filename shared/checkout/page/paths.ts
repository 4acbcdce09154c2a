import { pagesPrefix } from '../../contract/endpoint.ts';

/** Path of a link's page: what follows the pages' host in its `shareUrl`. */
export function linkPath(token: string): string {
  return `${pagesPrefix}/checkout/${token}`;
}

/** Path of the page to which an acquirer sends a buyer back. */
export function attemptPath(token: string): string {
  return `${pagesPrefix}/checkout-attempt/${token}`;
}

/** The same, of a buyer who has canceled. */
export function cancelPath(token: string): string {
  return `${attemptPath(token)}/cancel`;
}

/** Path of the sandbox's own card page. */
export function testCardPath(token: string): string {
  return `${pagesPrefix}/sandbox-card/${token}`;
}

import { pagesPrefix } from '../../contract/endpoint.ts';

/** Returns the path of a link's page, which is the part of its `shareUrl` after the host. */
export function linkPath(token: string): string {
  return `${pagesPrefix}/checkout/${token}`;
}

/** Returns the path of the page to which the acquirer returns a buyer. */
export function attemptPath(token: string): string {
  return `${pagesPrefix}/checkout-attempt/${token}`;
}

/** Returns the path of the page to which the acquirer returns a buyer who has canceled. */
export function cancelPath(token: string): string {
  return `${attemptPath(token)}/cancel`;
}

/** Returns the path of the sandbox's own card page. */
export function testCardPath(token: string): string {
  return `${pagesPrefix}/sandbox-card/${token}`;
}

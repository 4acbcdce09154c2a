import { pagesPrefix } from '../../contract/endpoint.ts';

/** Path of a payout link's page: what follows the pages' host in its address. */
export function payoutLinkPath(token: string): string {
  return `${pagesPrefix}/payout/${token}`;
}

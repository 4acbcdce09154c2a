import { pagesPrefix } from '../../contract/endpoint.ts';

/** Path of a payout link's page: the part of its address after the host. */
export function payoutLinkPath(token: string): string {
  return `${pagesPrefix}/payout/${token}`;
}

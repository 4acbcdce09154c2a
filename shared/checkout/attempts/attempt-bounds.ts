import type { Period } from '../../ground/time/recent-counts.ts';
import type { Link } from '../links/link.ts';

/** A sliding hour in steps of ten minutes, so that a refused buyer does not have to wait a whole hour. */
export const lastHour: Period = { partMs: 10 * 60 * 1000, lookBackMs: 60 * 60 * 1000 };

/** Limits per hour on a link: one for all buyers together, one for each source network. */
interface Bound {
  readonly ofLink: number;
  readonly ofNetwork: number;
}

/**
 * Limits transfers that buyers start, by bank or by crypto. Each transfer permanently stores a payment and its
 * reference, a person has to match the money with a bank statement, and an address can have only a few attempts at
 * once. No real shop has a link with a transfer every four seconds for an hour. Everyone in an office, or a carrier's
 * customers, can share one address, but few of them choose a transfer on the same link within an hour.
 */
export const transferBound: Bound = { ofLink: 1_000, ofNetwork: 60 };

/**
 * Limits charges that had failed when they were first read, which is what happens when someone tries stolen cards. One
 * in ten honest charges fails, so the limits correspond to three thousand charges an hour on a link, and two hundred by
 * buyers behind one address.
 */
export const declineBound: Bound = { ofLink: 300, ofNetwork: 20 };

/**
 * The maximum number of open card attempts per network on a link. Each attempt lasts at most half an hour. A hundred at
 * once correspond to a carrier's customers in the first minutes of a sale.
 */
const mostOpenOfNetwork = 100;

/**
 * Returns how many card attempts one network may have open on a link. If places are limited, a network can hold at most
 * half of the places that other networks have left, so that nobody blocks all of them without paying. Anyone can take
 * the last place.
 * @param open the network's own open attempts
 */
export function mostOpen(
  { maxPayments, placesTaken }: Pick<Link, 'maxPayments' | 'placesTaken'>,
  open: number,
): number {
  if (maxPayments === undefined) return mostOpenOfNetwork;
  const leftByOthers = maxPayments - placesTaken + open;
  return Math.min(mostOpenOfNetwork, Math.max(1, Math.ceil(leftByOthers / 2)));
}

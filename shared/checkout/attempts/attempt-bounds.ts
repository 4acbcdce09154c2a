import type { Period } from '../../ground/time/recent-counts.ts';
import type { Link } from '../links/link.ts';

/** An hour that slides by ten minutes: who was refused need not wait for a whole one. */
export const lastHour: Period = { partMs: 10 * 60 * 1000, lookBackMs: 60 * 60 * 1000 };

/** How many of something a link sees in an hour from everybody, and from one source network. */
interface Bound {
  readonly ofLink: number;
  readonly ofNetwork: number;
}

/**
 * Transfers that buyers begin, by bank and by crypto. Each is a payment and what names it, kept for good. A person matches money
 * with a bank's statement, and an address has few attempts at once: a link that sees one every four seconds for an hour is no shop's. Behind one address an office or a
 * carrier's customers may be many, but few of them choose a transfer on the same link within the hour.
 */
export const transferBound: Bound = { ofLink: 1_000, ofNetwork: 60 };

/**
 * Charges that failed when they were first read: cards that are tried to learn which work. One in ten honest charges fails, so
 * these are three thousand charges on a link in an hour, and two hundred by buyers behind one address.
 */
export const declineBound: Bound = { ofLink: 300, ofNetwork: 20 };

/**
 * Card attempts that one network has open on a link. Each lasts for half an hour at most; a hundred at once are a carrier's
 * customers in the first minutes of a sale.
 */
const mostOpenOfNetwork = 100;

/**
 * How many card attempts one network may have open on a link. Where places are counted it holds at most half of those that
 * others have left, so that nobody takes all of them without paying. The last one is anybody's.
 * @param open the network's own
 */
export function mostOpen(
  { maxPayments, placesTaken }: Pick<Link, 'maxPayments' | 'placesTaken'>,
  open: number,
): number {
  if (maxPayments === undefined) return mostOpenOfNetwork;
  const leftByOthers = maxPayments - placesTaken + open;
  return Math.min(mostOpenOfNetwork, Math.max(1, Math.ceil(leftByOthers / 2)));
}

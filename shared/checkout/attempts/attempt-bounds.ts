import type { Period } from '../../ground/time/recent-counts.ts';
import type { Link } from '../links/link.ts';

/** A sliding hour in steps of ten minutes, so that a refused buyer need not wait a whole hour. */
export const lastHour: Period = { partMs: 10 * 60 * 1000, lookBackMs: 60 * 60 * 1000 };

/** Limits per hour on a link: for everyone together, and for one source network. */
interface Bound {
  readonly ofLink: number;
  readonly ofNetwork: number;
}

/**
 * Transfers started by buyers, by bank and by crypto. Each one permanently stores a payment and its reference. Someone
 * has to match the money with a bank statement, and an address can have only a few attempts at once, so a link that
 * sees one every four seconds for an hour is not a shop's. An office or a carrier's customers can share one address,
 * but few of them choose a transfer on the same link within the hour.
 */
export const transferBound: Bound = { ofLink: 1_000, ofNetwork: 60 };

/**
 * Charges that had failed when they were first read, as when someone tries stolen cards. One in ten honest charges
 * fails, so the limits correspond to three thousand charges on a link in an hour, and two hundred by buyers behind one
 * address.
 */
export const declineBound: Bound = { ofLink: 300, ofNetwork: 20 };

/**
 * Open card attempts of one network on a link. Each lasts at most half an hour. A hundred at once correspond to a
 * carrier's customers in the first minutes of a sale.
 */
const mostOpenOfNetwork = 100;

/**
 * How many card attempts one network may have open on a link. If places are limited, a network can hold at most half of
 * those that others have left, so that nobody blocks all of them without paying. Anyone can take the last one.
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

import type { Link } from '../links/link.ts';

/** How often something happened in each part of the time that is looked at; the latest part last. */
export type Happened = readonly { readonly from: number; readonly count: number }[];

const hourMs = 60 * 60 * 1000;
/** The hour slides by so much: who was refused need not wait for a whole one. */
const partMs = hourMs / 6;

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

/** @param now milliseconds */
export function countInLastHour(happened: Happened, now: number): number {
  return lastHour(happened, now).reduce((sum, { count }) => sum + count, 0);
}

/** @returns what is stored once it has happened again: six parts at most */
export function withOneMore(happened: Happened, now: number): { from: number; count: number }[] {
  const recent = lastHour(happened, now);
  const from = Math.floor(now / partMs) * partMs;
  const last = recent.at(-1);
  // A clock that is a little behind counts into the part of the one before.
  if (!last || last.from < from) return [...recent, { from, count: 1 }];
  return [...recent.slice(0, -1), { ...last, count: last.count + 1 }];
}

function lastHour(happened: Happened, now: number): Happened {
  return happened.filter(({ from }) => from > now - hourMs);
}

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

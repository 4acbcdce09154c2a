import type { Link } from './link.ts';

/** The status as the API shows it (specification, States and transitions, Checkout link). */
export const linkStatuses = ['draft', 'sent', 'paused', 'expired'] as const;
export type LinkStatus = (typeof linkStatuses)[number];

/**
 * Returns the status of a link at a time. Only the clock makes a link expire.
 * @param now milliseconds
 */
export function linkStatusAt({ status, expiresAt }: Pick<Link, 'status' | 'expiresAt'>, now: number): LinkStatus {
  return status === 'sent' && isOver(expiresAt, now) ? 'expired' : status;
}

export function isOver(expiresAt: number | undefined, now: number): boolean {
  return expiresAt !== undefined && expiresAt <= now;
}

/**
 * Tells whether a link had already ended when money was sent. Pausing is the last change of a link, so `updatedAt` is
 * when it was paused.
 * @param madeAt when the money was sent, in milliseconds
 */
export function hadEnded(
  { status, expiresAt, updatedAt }: Pick<Link, 'status' | 'expiresAt' | 'updatedAt'>,
  madeAt: number,
): boolean {
  return (status === 'paused' && madeAt >= Date.parse(updatedAt)) || isOver(expiresAt, madeAt);
}

/**
 * If a processor takes longer to answer, the link continues without it, and a card page that is found later is closed.
 */
const longestPublicationMs = 15 * 60 * 1000;

/** Tells whether a publication of the link waits for the acquirer. */
export function isInFlight({ publishing }: Pick<Link, 'publishing'>, now: number): boolean {
  return publishing !== undefined && now < publishing.since + longestPublicationMs;
}

import { isDeepStrictEqual } from 'node:util';
import { refTo } from '../../ground/table/expressions.ts';
import type { Store } from '../../ground/table/store.ts';
import { type Head, HeadEntity } from '../../journal/commit/head.ts';
import { parseLedgerPosition } from '../../journal/rows/balance-transaction.ts';
import { countedInEvent } from '../../payouts/caps/consume-caps.ts';
import type { PayoutLink } from '../../payouts/links/payout-link.ts';
import type { Payout } from '../../payouts/payout/payout.ts';
import { isTerminal, payoutStatuses } from '../../payouts/payout/transitions.ts';

/** The days that a head counts. */
export type HeadDays = Pick<Head, 'paidToday' | 'paidBefore'>;

/** What the payouts of the two days add up to, as far as they were read, in minor units. */
export type PaidProgress = Readonly<Record<keyof HeadDays, PaidSum>>;

interface PaidSum {
  readonly amount: bigint;
  /** What was sent without a vote. */
  readonly unapproved: bigint;
}

const nothing: PaidSum = { amount: 0n, unapproved: 0n };
export const nothingPaid: PaidProgress = { paidToday: nothing, paidBefore: nothing };

/** Adds the valid payouts to the days that contain their debits. */
export function followPaid(before: PaidProgress, days: HeadDays, payouts: readonly Payout[]): PaidProgress {
  const standing = payouts.filter(stands);
  const sumOf = (name: keyof HeadDays): PaidSum => {
    const own = standing.filter((payout) => dayOfPayout(payout, days) === name);
    const unapproved = own.filter(
      ({ approvalId, payoutLinkId }) => approvalId === undefined && payoutLinkId === undefined,
    );
    return { amount: before[name].amount + sum(own), unapproved: before[name].unapproved + sum(unapproved) };
  };
  return { paidToday: sumOf('paidToday'), paidBefore: sumOf('paidBefore') };
}

/** Adds what open and claimed links have counted. Other links have given it back. */
export function followHolds(before: PaidProgress, days: HeadDays, links: readonly PayoutLink[]): PaidProgress {
  const standing = links.filter(({ status }) => status !== 'canceled' && status !== 'expired');
  const sumOf = (name: keyof HeadDays): PaidSum => {
    const own = standing.filter(({ ledgerPositions }) => dayOf(ledgerPositions, days) === name);
    const counted = own.reduce((total, link) => total + link.counted, 0n);
    return { ...before[name], unapproved: before[name].unapproved + counted };
  };
  return { paidToday: sumOf('paidToday'), paidBefore: sumOf('paidBefore') };
}

function sum(payouts: readonly Payout[]): bigint {
  return payouts.reduce((total, { sourceAmount }) => total + sourceAmount, 0n);
}

/**
 * A payout that ended without paying has given its amount back, and a payout that a restore wrote back was never
 * counted.
 */
function stands({ status, counted }: Payout): boolean {
  return counted !== undefined && !(payoutStatuses.includes(status) && isTerminal(status));
}

/** A self-funded payout has no ledger row, so an event shows when it was counted. */
function dayOfPayout(payout: Payout, days: HeadDays) {
  const { requiresFunding, ledgerPositions } = payout;
  if (!requiresFunding) return dayOf(ledgerPositions, days);
  const event = countedInEvent(payout);
  const { paidToday, paidBefore } = days;
  if (event >= (paidToday?.sinceEvent ?? Number.POSITIVE_INFINITY)) return 'paidToday';
  return event >= (paidBefore?.sinceEvent ?? Number.POSITIVE_INFINITY) ? 'paidBefore' : undefined;
}

function dayOf([first = '']: readonly string[], { paidToday, paidBefore }: HeadDays) {
  const { sequence } = parseLedgerPosition(first);
  if (sequence >= (paidToday?.since ?? Number.POSITIVE_INFINITY)) return 'paidToday';
  return sequence >= (paidBefore?.since ?? Number.POSITIVE_INFINITY) ? 'paidBefore' : undefined;
}

/**
 * Findings if a day of the head differs from its payouts. A day that changed while they were read is left to the next
 * check, and so is one that an earlier release counted.
 */
export async function paidFindings(
  store: Pick<Store, 'get'>,
  organizationId: string,
  begun: HeadDays,
  paid: PaidProgress,
): Promise<string[]> {
  const head = await store.get(refTo(HeadEntity, { organizationId }));
  return (['paidToday', 'paidBefore'] as const).flatMap((name) => {
    const counted = begun[name];
    if (counted?.since === undefined || !isDeepStrictEqual(head?.[name], counted)) return [];
    const { amount, unapproved } = paid[name];
    const isRight = counted.amount === amount && (counted.unapproved ?? unapproved) === unapproved;
    const stated = `${counted.amount}, ${counted.unapproved} of it without a vote`;
    return isRight ? [] : [`the caps count ${stated} on ${counted.day}; its payouts make ${amount} and ${unapproved}`];
  });
}

import { clockToleranceMs, utcDay } from '../../ground/time/clock.ts';
import type { Head } from './head.ts';

/**
 * The payouts of a UTC day: those whose ledger rows have the sequence `since` or a later one. Amounts are in minor
 * units of the settlement currency.
 */
export interface DayCount {
  readonly day: string;
  readonly amount: bigint;
  /** The part of `amount` that was sent without a vote. */
  readonly unapproved: bigint;
  readonly since: number;
  /** For payouts without a ledger row: the sequence of the day's first event. */
  readonly sinceEvent: number;
}

/** The two days that a head counts. Both are undefined before the first payout. */
export interface CountedDays {
  readonly paidToday?: DayCount | undefined;
  readonly paidBefore?: DayCount | undefined;
}

/** A head with its counts at a given time, whose UTC day has started. */
export type HeadNow = Omit<Head, keyof CountedDays> & CountedDays;

/**
 * A head as a decision sees it. A new day starts at zero. Effects of a clock that was ahead are corrected: the sum of a
 * future day is counted today, and payouts with a future time count as sent now (docs/adr/0019).
 */
export function headNow(head: Head, now: number): HeadNow {
  const recentPayouts = head.recentPayouts?.map((at) => (isFuture(at, now) ? now : at));
  const { paidToday, paidBefore } = daysAt(head, now);
  return { ...head, paidToday, paidBefore, ...(recentPayouts && { recentPayouts }) };
}

/** How far the clock of the last commit was ahead of this one, in milliseconds. Undefined within the tolerance. */
export function aheadMs({ clockAt, lastAt }: Pick<Head, 'clockAt' | 'lastAt'>, now: number): number | undefined {
  const last = clockAt ?? lastAt;
  return isFuture(last, now) ? last - now : undefined;
}

/** A day without any counts. */
export function newDay({ sequence, ledgerSequence }: Pick<Head, 'sequence' | 'ledgerSequence'>, now: number): DayCount {
  return { day: utcDay(now), amount: 0n, unapproved: 0n, since: ledgerSequence + 1, sinceEvent: sequence + 1 };
}

function daysAt(head: Head, now: number): CountedDays {
  const today = newDay(head, now);
  // A count stored by an earlier release may lack `since` or `sinceEvent`. Its amount is not given back, and stays
  // counted until its day is over.
  const [last, before] = [head.paidToday, head.paidBefore].map(
    (count) => count && { ...today, unapproved: count.amount, ...count },
  );
  if (!last) return {};
  if (last.day < today.day) return { paidToday: today, paidBefore: last };
  // A day that starts within the tolerance has already started according to another clock.
  if (!isFuture(Date.parse(last.day), now)) return { paidToday: last, paidBefore: before };
  if (!before || before.day < today.day) return { paidToday: { ...last, day: today.day }, paidBefore: before };
  const amount = before.amount + last.amount;
  return { paidToday: { ...before, day: today.day, amount, unapproved: before.unapproved + last.unapproved } };
}

function isFuture(at: number, now: number): boolean {
  return at > now + clockToleranceMs;
}

import { clockToleranceMs, utcDay } from '../../ground/time/clock.ts';
import type { Head } from './head.ts';

/** What was counted on a UTC day: payouts whose ledger rows stand at `since` or behind it. Minor units, settlement currency. */
export interface DayCount {
  readonly day: string;
  readonly amount: bigint;
  /** Of it, what left without a vote. */
  readonly unapproved: bigint;
  readonly since: number;
}

/** The last two days of a head. Both are undefined before the first payout. */
export interface CountedDays {
  readonly paidToday?: DayCount | undefined;
  readonly paidBefore?: DayCount | undefined;
}

/** A head whose counts are those of a time: its day has begun. */
export type HeadNow = Omit<Head, keyof CountedDays> & CountedDays;

/**
 * A head as a decision sees it. A new day begins at nothing. What a clock that was ahead has left is healed: the sum of a day
 * that is yet to come belongs to today, and payouts of times to come were sent now (docs/adr/0019).
 */
export function headNow(head: Head, now: number): HeadNow {
  const recentPayouts = head.recentPayouts?.map((at) => (isToCome(at, now) ? now : at));
  const { paidToday, paidBefore } = daysAt(head, now);
  return { ...head, paidToday, paidBefore, ...(recentPayouts && { recentPayouts }) };
}

/** How far the clock of the last commit was ahead of this one, milliseconds; undefined within the tolerance. */
export function aheadMs({ clockAt, lastAt }: Pick<Head, 'clockAt' | 'lastAt'>, now: number): number | undefined {
  const last = clockAt ?? lastAt;
  return isToCome(last, now) ? last - now : undefined;
}

/** A day as nobody has counted on it. */
export function newDay({ ledgerSequence }: Pick<Head, 'ledgerSequence'>, now: number): DayCount {
  return { day: utcDay(now), amount: 0n, unapproved: 0n, since: ledgerSequence + 1 };
}

function daysAt(head: Head, now: number): CountedDays {
  const today = newDay(head, now);
  // What was counted before days had a `since` is not given back: it stays counted until its day is over.
  const [last, before] = [head.paidToday, head.paidBefore].map(
    (count) => count && { ...today, unapproved: count.amount, ...count },
  );
  if (!last) return {};
  if (last.day < today.day) return { paidToday: today, paidBefore: last };
  // A day that begins in a moment has begun elsewhere.
  if (!isToCome(Date.parse(last.day), now)) return { paidToday: last, paidBefore: before };
  if (!before || before.day < today.day) return { paidToday: { ...last, day: today.day }, paidBefore: before };
  const amount = before.amount + last.amount;
  return { paidToday: { ...before, day: today.day, amount, unapproved: before.unapproved + last.unapproved } };
}

function isToCome(at: number, now: number): boolean {
  return at > now + clockToleranceMs;
}

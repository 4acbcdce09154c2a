import { ServiceError } from '../../ground/errors/service-error.ts';
import type { Read } from '../../ground/table/expressions.ts';
import { ttlSeconds } from '../../ground/time/clock.ts';
import { effectiveLimits } from '../../identity/effective-limits.ts';
import type { Organization } from '../../identity/organization.ts';
import { describeVelocity, velocityCaps } from '../../identity/velocity-caps.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { Head } from '../../journal/commit/head.ts';
import { type CountedDays, type DayCount, newDay } from '../../journal/commit/head-now.ts';
import { rowAt } from '../../journal/rows/balance-transaction.ts';
import type { Payout } from '../payout/payout.ts';
import { type EndUserCounts, EndUserDayEntity, endUserCounts, endUserDayRead } from './end-user-day.ts';
import { requireEndUser } from './end-users.ts';
import { type CappedPayout, refuseOverLimits } from './refuse-over-limits.ts';

const minuteMs = 60_000;
/** An end user's sums are looked at until their days are over on every clock. */
const keptMs = 3 * 24 * 60 * minuteMs;

/** A payout that is counted, with the approval that it came of. */
type CountedPayout = CappedPayout & Pick<Payout, 'approvalId'>;

/** What the caps know when one payout more comes. */
interface Counts {
  readonly paidToday: DayCount;
  /** None where no cap asks for them. */
  readonly endUsers: readonly string[];
  /** With the time of the one that comes. */
  readonly recentPayouts: Head['recentPayouts'];
}

/**
 * Holds a payout against the caps and takes no room.
 * @throws ServiceError PAYOUT_LIMIT_EXCEEDED, which names the cap; VALIDATION_ERROR where it names no end user and has to
 */
export function refuseOverCaps(draft: JournalDraft, organization: Organization, payout: CappedPayout): Counts {
  requireEndUser(organization, payout.endUsers);
  const endUsers = effectiveLimits(organization).perEndUserDaily === undefined ? [] : payout.endUsers;
  const paidToday = countedToday(draft);
  const byEndUserToday = endUsers.map((id) => countsOf(draft, id).today);
  refuseOverLimits(organization, payout, { today: paidToday.amount, byEndUserToday });
  return { paidToday, endUsers, recentPayouts: withinVelocity(draft, organization) };
}

/**
 * Counts a payout against the caps and the daily threshold, in the commit that debits it (design, caps): so no two can take
 * the same room. What leaves without a vote is always counted, so that a threshold that is set at noon knows the morning. Its
 * ledger row is the next one of the draft.
 * @returns what was counted, for the payout to keep
 * @throws ServiceError PAYOUT_LIMIT_EXCEEDED, which names the cap
 */
export function consumeCaps(draft: JournalDraft, organization: Organization, payout: CountedPayout): Payout['counted'] {
  const { paidToday, endUsers, recentPayouts } = refuseOverCaps(draft, organization, payout);
  const { sourceAmount } = payout;
  draft.keepCounts({ paidToday: withPayout(paidToday, payout, sourceAmount), recentPayouts });
  for (const id of endUsers) addToEndUser(draft, id, { today: sourceAmount, before: 0n });
  return { day: paidToday.day, forEndUser: endUsers.length > 0, endUsers: [...endUsers] };
}

/**
 * Gives a payout that ended for good, which none does that paid, back to the caps of the day on which it was counted, if the
 * head still has that day. A velocity cap counts what was sent, whatever became of it.
 */
export function releaseCaps(draft: JournalDraft, payout: Payout): void {
  const day = payout.counted && dayOf(draft.head, debitOf(payout));
  if (!day) return;
  const { sourceAmount, organizationId } = payout;
  draft.keepCounts({ [day.name]: withPayout(day.count, payout, -sourceAmount) });
  const [today, before] = day.name === 'paidToday' ? [-sourceAmount, 0n] : [0n, -sourceAmount];
  for (const id of countedEndUsers(payout)) {
    if (draft.lookUp(endUserDayRead(organizationId, id))) addToEndUser(draft, id, { today, before });
  }
}

/** The day of the head to which a ledger row belongs: whatever its name was when the row was written. */
function dayOf({ paidToday, paidBefore }: CountedDays, sequence: number) {
  if (paidToday && sequence >= paidToday.since) return { name: 'paidToday', count: paidToday } as const;
  if (paidBefore && sequence >= paidBefore.since) return { name: 'paidBefore', count: paidBefore } as const;
  return undefined;
}

/** Sequence of the ledger row that debited a payout: its first. */
function debitOf({ ledgerPositions: [debit = ''] }: Payout): number {
  return rowAt(debit).sequence;
}

/** Where a payout was counted for its end users. */
export function endUserDaysOf(payout: Payout): Read[] {
  return countedEndUsers(payout).map((id) => endUserDayRead(payout.organizationId, id));
}

/** The release before counted under the id that the payout has, and says only whether it did. */
function countedEndUsers({ counted, endUserId }: Payout): readonly string[] {
  const before = counted?.forEndUser && endUserId !== undefined ? [endUserId] : [];
  return counted?.endUsers ?? before;
}

/** The day on which a payout counts now, and what was counted on it before. */
export function countedToday({ head, now }: Pick<JournalDraft, 'head' | 'now'>): DayCount {
  return head.paidToday ?? newDay(head, now);
}

/** A day with what a payout adds to it, or takes back; one that was approved is no part of what left without a vote. */
function withPayout(day: DayCount, { approvalId }: Pick<CountedPayout, 'approvalId'>, added: bigint): DayCount {
  const unapproved = approvalId === undefined ? day.unapproved + added : day.unapproved;
  return { ...day, amount: day.amount + added, unapproved };
}

function countsOf(draft: JournalDraft, endUserId: string): EndUserCounts {
  const { head } = draft;
  return endUserCounts(head, draft.lookUp(endUserDayRead(head.organizationId, endUserId)));
}

/** Adds to an end user's days. They are the head's, which has been changed already. */
function addToEndUser(draft: JournalDraft, endUserId: string, added: EndUserCounts): void {
  const { organizationId, paidToday, paidBefore } = draft.head;
  if (!paidToday) throw new Error('an end user is counted on a day that the head has');
  const counts = countsOf(draft, endUserId);
  draft.change(EndUserDayEntity, {
    organizationId,
    endUserId,
    version: draft.lookUp(endUserDayRead(organizationId, endUserId))?.version ?? 0,
    day: paidToday.day,
    amount: counts.today + added.today,
    since: paidToday.since,
    ...(paidBefore && { before: { amount: counts.before + added.before, since: paidBefore.since } }),
    ttl: ttlSeconds(draft.now + keptMs),
  });
}

/** Times of the last payouts, with one more now: as many as a velocity cap counts, however old another clock finds them. */
function withinVelocity(draft: JournalDraft, organization: Organization): Head['recentPayouts'] {
  const caps = velocityCaps(organization);
  if (caps.length === 0) return undefined;
  const recent = draft.head.recentPayouts ?? [];
  for (const cap of caps) {
    if (recent.filter((at) => at > draft.now - cap.minutes * minuteMs).length < cap.payouts) continue;
    throw new ServiceError('PAYOUT_LIMIT_EXCEEDED', `above the velocity cap of ${describeVelocity(cap)}`);
  }
  return [...recent, draft.now].slice(-Math.max(...caps.map(({ payouts }) => payouts)));
}

import { ServiceError } from '../../ground/errors/service-error.ts';
import type { ItemRef } from '../../ground/table/expressions.ts';
import { unknownOf } from '../../ground/table/unknown-attributes.ts';
import { ttlSeconds } from '../../ground/time/clock.ts';
import { countsEndUsers } from '../../identity/counts-end-users.ts';
import type { Organization } from '../../identity/organization.ts';
import { describeVelocity, velocityCaps } from '../../identity/velocity-caps.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { Head } from '../../journal/commit/head.ts';
import { type CountedDays, type DayCount, newDay } from '../../journal/commit/head-now.ts';
import { parseLedgerPosition } from '../../journal/rows/balance-transaction.ts';
import type { Payout } from '../payout/payout.ts';
import { type EndUserCounts, EndUserDayEntity, endUserCounts, endUserDayRef } from './end-user-day.ts';
import { requireEndUser } from './end-users.ts';
import { type CappedPayout, refuseOverLimits } from './refuse-over-limits.ts';

const minuteMs = 60_000;
/** An end user's sums are kept until their days are over by every clock. */
const keptMs = 3 * 24 * 60 * minuteMs;

/** A payout to count, with the approval or link that created it. */
type CountedPayout = CappedPayout & Pick<Payout, 'approvalId' | 'payoutLinkId'>;

/** The counts that one more payout is checked against. */
interface Counts {
  readonly paidToday: DayCount;
  /** Empty if nothing is counted per end user. */
  readonly endUsers: readonly string[];
  /** Includes the time of the new payout. */
  readonly recentPayouts: Head['recentPayouts'];
}

/**
 * Checks a payout against the caps without counting it.
 * @throws ServiceError PAYOUT_LIMIT_EXCEEDED naming the cap; VALIDATION_ERROR when the payout must name an end user and
 * does not
 */
export function refuseOverCaps(draft: JournalDraft, organization: Organization, payout: CappedPayout): Counts {
  requireEndUser(organization, payout.given.endUserId);
  const endUsers = countsEndUsers(organization) ? payout.endUsers : [];
  const paidToday = dayCountNow(draft);
  const byEndUserToday = endUsers.map((id) => countsOf(draft, id).today);
  refuseOverLimits(organization, payout, { today: paidToday.amount, byEndUserToday });
  return { paidToday, endUsers, recentPayouts: refuseOverVelocity(draft, organization) };
}

/**
 * Counts a payout against the caps and the daily threshold, in the commit that debits it, so that no two payouts can
 * use the same part of a cap (design, caps). Payouts without a vote are always counted, so that a threshold that is set
 * at noon includes the morning. The draft's next ledger row must be that of the payout.
 * @returns what was counted, for the payout to store
 * @throws ServiceError PAYOUT_LIMIT_EXCEEDED naming the cap
 */
export function consumeCaps(draft: JournalDraft, organization: Organization, payout: CountedPayout): Payout['counted'] {
  const { paidToday, endUsers, recentPayouts } = refuseOverCaps(draft, organization, payout);
  const { sourceAmount } = payout;
  draft.keepCounts({ paidToday: withPayout(paidToday, payout, sourceAmount), recentPayouts });
  for (const id of endUsers) addToEndUser(draft, id, { today: sourceAmount, before: 0n });
  return { day: paidToday.day, endUsers: [...endUsers] };
}

/**
 * Subtracts a payout that ended without paying from the caps of the day on which it was counted, if the head still has
 * that day. A velocity cap counts every payout that was sent, whatever its outcome.
 */
export function releaseCaps(draft: JournalDraft, payout: Payout): void {
  const day = payout.counted && dayOf(draft.head, countedIn(payout));
  if (!day) return;
  const { sourceAmount, organizationId } = payout;
  draft.keepCounts({ [day.name]: withPayout(day.count, payout, -sourceAmount) });
  const [today, before] = day.name === 'paidToday' ? [-sourceAmount, 0n] : [0n, -sourceAmount];
  for (const id of countedEndUsers(payout)) {
    if (draft.lookUp(endUserDayRef(organizationId, id))) addToEndUser(draft, id, { today, before });
  }
}

/**
 * Adds the hold of a payout link to what is sent without a vote today. The draft's next ledger row must be that of the
 * hold.
 */
export function countHold(draft: JournalDraft, amount: bigint): void {
  const day = dayCountNow(draft);
  draft.keepCounts({ paidToday: { ...day, unapproved: day.unapproved + amount } });
}

/** Takes back what `countHold` added, from the day that has the hold's ledger row, while the head has that day. */
export function uncountHold(draft: JournalDraft, heldAt: string, amount: bigint): void {
  const day = dayOf(draft.head, { row: parseLedgerPosition(heldAt).sequence });
  if (!day || amount === 0n) return;
  draft.keepCounts({ [day.name]: { ...day.count, unapproved: day.count.unapproved - amount } });
}

/** What was written when something was counted: a ledger row, or an event if there was no row. */
type CountedIn = { readonly row: number } | { readonly event: number };

/** The head's day on which something was counted. It may now be `paidBefore` and have been `paidToday` then. */
function dayOf({ paidToday, paidBefore }: CountedDays, countedIn: CountedIn) {
  const has = ({ since, sinceEvent }: DayCount) =>
    'row' in countedIn ? countedIn.row >= since : countedIn.event >= sinceEvent;
  if (paidToday && has(paidToday)) return { name: 'paidToday', count: paidToday } as const;
  if (paidBefore && has(paidBefore)) return { name: 'paidBefore', count: paidBefore } as const;
  return undefined;
}

/**
 * The ledger row that debited a payout, which is its first one. If nothing was debited, the event that announced it.
 */
function countedIn(payout: Payout): CountedIn {
  const { requiresFunding, ledgerPositions } = payout;
  if (requiresFunding) return { event: countedInEvent(payout) };
  return { row: parseLedgerPosition(ledgerPositions[0] ?? '').sequence };
}

/**
 * The sequence of the event that announced a payout without a ledger row. For an approved payout this is not the first
 * event: that one reports the end of its approval, and may come before the first event of the day.
 */
export function countedInEvent({ funding, eventSequences }: Pick<Payout, 'funding' | 'eventSequences'>): number {
  return funding?.countedIn ?? eventSequences[0] ?? 0;
}

/** The rows in which a payout was counted for its end users. */
export function endUserDayRefs(payout: Payout): ItemRef[] {
  return countedEndUsers(payout).map((id) => endUserDayRef(payout.organizationId, id));
}

function countedEndUsers({ counted }: Payout): readonly string[] {
  return counted?.endUsers ?? [];
}

/** The day on which a payout would be counted now, with what has been counted on it so far. */
export function dayCountNow({ head, now }: Pick<JournalDraft, 'head' | 'now'>): DayCount {
  return head.paidToday ?? newDay(head, now);
}

/**
 * A day with an amount of a payout added. A negative amount takes it back. An approved payout is not part of
 * `unapproved`, and neither is that of a link, which was counted when it was created.
 */
function withPayout(
  day: DayCount,
  { approvalId, payoutLinkId }: Pick<CountedPayout, 'approvalId' | 'payoutLinkId'>,
  added: bigint,
): DayCount {
  const isUnapproved = approvalId === undefined && payoutLinkId === undefined;
  const unapproved = isUnapproved ? day.unapproved + added : day.unapproved;
  return { ...day, amount: day.amount + added, unapproved };
}

function countsOf(draft: JournalDraft, endUserId: string): EndUserCounts {
  const { head } = draft;
  return endUserCounts(head, draft.lookUp(endUserDayRef(head.organizationId, endUserId)));
}

/** Adds to the counts of an end user for the days of the draft's head, which must already include the payout. */
function addToEndUser(draft: JournalDraft, endUserId: string, added: EndUserCounts): void {
  const { organizationId, paidToday, paidBefore } = draft.head;
  if (!paidToday) throw new Error('an end user is counted on a day that the head has');
  const counts = countsOf(draft, endUserId);
  const found = draft.lookUp(endUserDayRef(organizationId, endUserId));
  draft.change(EndUserDayEntity, {
    ...unknownOf(found),
    organizationId,
    endUserId,
    version: found?.version ?? 0,
    day: paidToday.day,
    amount: counts.today + added.today,
    since: paidToday.since,
    began: {
      ...(found?.began?.day === paidToday.day && unknownOf(found.began)),
      day: paidToday.day,
      sinceEvent: paidToday.sinceEvent,
    },
    ...(paidBefore && {
      before: {
        ...(found?.before?.since === paidBefore.since && unknownOf(found.before)),
        amount: counts.before + added.before,
        since: paidBefore.since,
        sinceEvent: paidBefore.sinceEvent,
      },
    }),
    ttl: ttlSeconds(draft.now + keptMs),
  });
}

/**
 * Checks the velocity caps.
 * @returns the times of the last payouts, including the new one: as many as the largest cap counts, whatever their age,
 * because another clock may differ
 * @throws ServiceError PAYOUT_LIMIT_EXCEEDED naming the cap
 */
function refuseOverVelocity(draft: JournalDraft, organization: Organization): Head['recentPayouts'] {
  const caps = velocityCaps(organization);
  if (caps.length === 0) return undefined;
  const recent = draft.head.recentPayouts ?? [];
  for (const cap of caps) {
    if (recent.filter((at) => at > draft.now - cap.minutes * minuteMs).length < cap.payouts) continue;
    throw new ServiceError(
      'PAYOUT_LIMIT_EXCEEDED',
      `above the velocity cap of ${describeVelocity(cap)}, which counts failed and canceled ones, too`,
    );
  }
  return [...recent, draft.now].slice(-Math.max(...caps.map(({ payouts }) => payouts)));
}

import { ServiceError } from '../errors/service-error.ts';
import type { JournalDraft } from '../journal/draft.ts';
import type { Head } from '../journal/head.ts';
import type { Organization } from '../organizations/organization.ts';
import type { Payout } from '../payouts/payout.ts';
import { ttlSeconds, utcDay } from '../runtime/clock.ts';
import { effectiveLimits } from './effective-limits.ts';
import { type EndUserDay, EndUserDayEntity, endUserDayRead } from './end-user-day.ts';
import { type CappedPayout, refuseOverLimits } from './refuse-over-limits.ts';
import { describeVelocity, velocityCaps } from './velocity-caps.ts';

// Days are those of the journal's time, which never runs backwards: a day that is over stays over.

const minuteMs = 60_000;
/** An end user's day is looked at until it is over on the journal's clock, which may be another process's. */
const keptMs = 3 * 24 * 60 * minuteMs;

/** What the caps know when one payout more comes. */
interface Counts {
  readonly day: string;
  /** Counted on that day before it. */
  readonly today: bigint;
  /** Undefined where no cap asks for it. */
  readonly endUser: EndUserDay | undefined;
  /** With its own time. */
  readonly recentPayouts: Head['recentPayouts'];
}

/**
 * Holds a payout against the caps and takes no room.
 * @throws ServiceError PAYOUT_LIMIT_EXCEEDED, which names the cap
 */
export function refuseOverCaps(draft: JournalDraft, organization: Organization, payout: CappedPayout): Counts {
  const day = utcDay(draft.at);
  const endUserId = effectiveLimits(organization).perEndUserDaily === undefined ? undefined : payout.endUserId;
  const endUser = endUserId === undefined ? undefined : endUserDayOn(draft, endUserId, day);
  const today = paidOn(draft.head, day);
  refuseOverLimits(organization, payout, { today, byEndUserToday: endUser?.amount ?? 0n });
  return { day, today, endUser, recentPayouts: withinVelocity(draft, organization) };
}

/**
 * Counts a payout against the caps, in the commit that debits it (design, caps): so no two can take the same room.
 * @returns what was counted, for the payout to keep
 * @throws ServiceError PAYOUT_LIMIT_EXCEEDED, which names the cap
 */
export function countPayout(draft: JournalDraft, organization: Organization, payout: CappedPayout): Payout['counted'] {
  const { day, today, endUser, recentPayouts } = refuseOverCaps(draft, organization, payout);
  draft.keepCounts({ paidToday: { day, amount: today + payout.sourceAmount }, recentPayouts });
  if (endUser) {
    draft.change(EndUserDayEntity, {
      ...endUser,
      amount: endUser.amount + payout.sourceAmount,
      ttl: ttlSeconds(draft.at + keptMs),
    });
  }
  return { day, forEndUser: endUser !== undefined };
}

/**
 * Gives a payout that ended for good, which none does that paid, back to the caps of the day on which it was counted, if that
 * day is not over. A velocity cap counts what was sent, whatever became of it.
 */
export function uncountPayout(draft: JournalDraft, payout: Payout): void {
  const { counted, sourceAmount } = payout;
  const { paidToday } = draft.head;
  if (!counted || paidToday?.day !== counted.day) return;
  draft.keepCounts({ paidToday: { ...paidToday, amount: paidToday.amount - sourceAmount } });
  const wanted = countedForEndUser(payout);
  const endUser = wanted && draft.lookUp(wanted);
  if (endUser?.day !== counted.day) return;
  draft.change(EndUserDayEntity, { ...endUser, amount: endUser.amount - sourceAmount });
}

/** Where a payout was counted for its end user; undefined when it was not. */
export function countedForEndUser({ counted, organizationId, endUserId }: Payout) {
  return counted?.forEndUser && endUserId !== undefined ? endUserDayRead(organizationId, endUserId) : undefined;
}

/** What was counted on a day, minor units of the settlement currency. */
export function paidOn({ paidToday }: Pick<Head, 'paidToday'>, day: string): bigint {
  return paidToday?.day === day ? paidToday.amount : 0n;
}

function endUserDayOn(draft: JournalDraft, endUserId: string, day: string): EndUserDay {
  const { organizationId } = draft.head;
  const found = draft.lookUp(endUserDayRead(organizationId, endUserId));
  if (found?.day === day) return found;
  return { organizationId, endUserId, version: found?.version ?? 0, day, amount: 0n, ttl: 0 };
}

/** Times of the payouts that velocity caps count, with one more now: as many as the cap of the longest window allows. */
function withinVelocity(draft: JournalDraft, organization: Organization): Head['recentPayouts'] {
  const caps = velocityCaps(organization);
  if (caps.length === 0) return undefined;
  const within = (minutes: number) =>
    (draft.head.recentPayouts ?? []).filter((at) => at > draft.at - minutes * minuteMs);
  for (const cap of caps) {
    if (within(cap.minutes).length < cap.payouts) continue;
    throw new ServiceError('PAYOUT_LIMIT_EXCEEDED', `above the velocity cap of ${describeVelocity(cap)}`);
  }
  return [...within(Math.max(...caps.map(({ minutes }) => minutes))), draft.at];
}

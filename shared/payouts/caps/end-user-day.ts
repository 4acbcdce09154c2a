import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { map } from 'dynamodb-toolbox/schema/map';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { refTo } from '../../ground/table/expressions.ts';
import { minorUnits, table } from '../../ground/table/table.ts';
import { countsEndUsers } from '../../identity/counts-end-users.ts';
import type { Organization } from '../../identity/organization.ts';
import type { CountedDays, DayCount } from '../../journal/commit/head-now.ts';
import { comparableId } from './end-users.ts';

/**
 * What was sent for one end user on the last two days on which anything was sent. Kept from the first cap per end user
 * on. The head says which days the sums belong to, so that nothing depends on when the row is removed or on the clock
 * that wrote it.
 */
export const EndUserDayEntity = new Entity({
  name: 'endUserDay',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    /** An id made comparable by `comparableId`: an end user's, or a recipient's. */
    endUserId: string().key(),
    version: number(),
    /** UTC: `2026-03-01`. Rows of early releases have no `since`. */
    day: string(),
    /** Minor units of the settlement currency. */
    amount: minorUnits(),
    /** First ledger sequence of the head's day that `amount` belongs to. */
    since: number().optional(),
    /**
     * The start of the day by events. Self-funded payouts do not change the ledger sequence, so two days of the head
     * can have the same `since`. It belongs to the row's `day`; a release that does not know it may have written
     * another `day` since. Absent from that release's own rows.
     */
    began: map({ day: string(), sinceEvent: number() }).optional(),
    before: map({ amount: minorUnits(), since: number(), sinceEvent: number().optional() }).optional(),
    ttl: number(),
  }),
  computeKey: ({ organizationId, endUserId }: { organizationId: string; endUserId: string }) => ({
    pk: `END_USER#${organizationId}#${endUserId}`,
    sk: 'DAY',
  }),
});

export type EndUserDay = FormattedItem<typeof EndUserDayEntity>;

export function endUserDayRef(organizationId: string, endUserId: string) {
  return refTo(EndUserDayEntity, { organizationId, endUserId });
}

/** What was counted for an end user on the two days of the head, in minor units. */
export interface EndUserCounts {
  readonly today: bigint;
  readonly before: bigint;
}

/**
 * The sums of an end user's row, zero without one. Sums of days that the head no longer has, or never had, do not
 * count.
 */
export function endUserCounts({ paidToday, paidBefore }: CountedDays, found: EndUserDay | undefined): EndUserCounts {
  const sums: readonly Sum[] = found ? [todaysSum(found, paidToday), ...(found.before ? [found.before] : [])] : [];
  const isSince = (sum: Sum, day: DayCount | undefined) =>
    day !== undefined && (sum.sinceEvent === undefined ? sum.since >= day.since : sum.sinceEvent >= day.sinceEvent);
  const total = (some: readonly Sum[]) => some.reduce((whole, { amount }) => whole + amount, 0n);
  return {
    today: total(sums.filter((sum) => isSince(sum, paidToday))),
    before: total(sums.filter((sum) => isSince(sum, paidBefore) && !isSince(sum, paidToday))),
  };
}

/** What was counted since some ledger row, and since some event if that is known. */
interface Sum {
  readonly amount: bigint;
  readonly since: number;
  readonly sinceEvent?: number | undefined;
}

function todaysSum({ day, amount, since, began }: EndUserDay, paidToday: DayCount | undefined): Sum {
  const sinceEvent = began?.day === day ? began.sinceEvent : undefined;
  return { amount, since: since ?? (paidToday?.day === day ? paidToday.since : 0), sinceEvent };
}

/**
 * What a decision about a payout will look up, as far as the request tells. Read together with the rest, it needs no
 * separate call.
 */
export function endUserLookUps(
  organization: Organization,
  endUserId: string | undefined,
): ReturnType<typeof endUserDayRef>[] {
  if (!countsEndUsers(organization) || endUserId === undefined) return [];
  return [endUserDayRef(organization.organizationId, comparableId(endUserId))];
}

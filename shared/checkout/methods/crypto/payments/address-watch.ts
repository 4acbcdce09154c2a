import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { list } from 'dynamodb-toolbox/schema/list';
import { map } from 'dynamodb-toolbox/schema/map';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { refTo } from '../../../../ground/table/expressions.ts';
import { oneOf } from '../../../../ground/table/known-values.ts';
import { table } from '../../../../ground/table/table.ts';
import { countRecent, type Period, withOneMore } from '../../../../ground/time/recent-counts.ts';
import type { DueKey } from '../../../../journal/due/due-work.ts';
import { keptMs, openMs } from './reserved-amount.ts';

/**
 * Tracks how far an organization has read the transfers to one of its addresses, and how many attempts wait for one.
 */
export const AddressWatchEntity = new Entity({
  name: 'addressWatch',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    /** The id of the collection account. */
    accountId: string().key(),
    version: number(),
    mode: oneOf('live', 'sandbox'),
    chain: string(),
    token: string(),
    address: string(),
    /** The connection through which the chain is read, taken from the last attempt. Absent in the sandbox. */
    connectionId: string().optional(),
    /** The first block that has not been read. */
    nextBlock: number(),
    /** The number of attempts opened in each period of five minutes, oldest first. */
    opened: list(map({ since: number(), count: number() })),
    /** Milliseconds. */
    lastOpenedAt: number(),
  }),
  computeKey: ({ organizationId, accountId }: { organizationId: string; accountId: string }) => ({
    pk: watchPartition(organizationId),
    sk: accountId,
  }),
});

export type AddressWatch = FormattedItem<typeof AddressWatchEntity>;

export function watchPartition(organizationId: string): string {
  return `CRYPTO_WATCH#${organizationId}`;
}

export function watchRef(organizationId: string, accountId: string) {
  return refTo(AddressWatchEntity, { organizationId, accountId });
}

/** Returns the work of reading the transfers to an address. */
export function watchWork({ organizationId, accountId }: Pick<AddressWatch, 'organizationId' | 'accountId'>): DueKey {
  return { organizationId, kind: 'checkout', resourceId: accountId };
}

/**
 * The maximum number of open attempts at one address. Each attempt is a transfer to look for, and reserves an amount
 * for a week.
 */
export const mostOpen = 500;
const partMs = 5 * 60 * 1000;
const mayBeOpen: Period = { partMs, lookBackMs: openMs + partMs };

/**
 * Counts one more attempt.
 * @returns undefined if there are too many attempts
 */
export function countOpened(opened: AddressWatch['opened'], now: number): AddressWatch['opened'] | undefined {
  return countRecent(opened, mayBeOpen, now) < mostOpen ? withOneMore(opened, mayBeOpen, now) : undefined;
}

/** Short, because a buyer who has just paid is watching the page. */
export const oftenMs = 5_000;
const seldomMs = 10 * 60 * 1000;
/** After this time, even the last block is final. Ethereum takes a quarter of an hour. */
export const finalityMs = 20 * 60 * 1000;

/**
 * Tells whether the address is certain to be read often at the moment, so that an attempt does not have to schedule a
 * reading.
 */
export function isReadOften({ lastOpenedAt }: AddressWatch, now: number): boolean {
  return now < lastOpenedAt + openMs;
}

/**
 * Returns how long to wait before the next reading, in milliseconds, or undefined if no money for a payment can arrive
 * anymore.
 */
export function pauseOf({ lastOpenedAt }: AddressWatch, now: number): number | undefined {
  const openUntil = lastOpenedAt + openMs;
  if (now < openUntil + finalityMs) return oftenMs;
  return now < openUntil + keptMs + finalityMs ? seldomMs : undefined;
}

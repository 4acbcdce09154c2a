import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { list } from 'dynamodb-toolbox/schema/list';
import { map } from 'dynamodb-toolbox/schema/map';
import { number } from 'dynamodb-toolbox/schema/number';
import { record } from 'dynamodb-toolbox/schema/record';
import { string } from 'dynamodb-toolbox/schema/string';
import { minorUnits, table } from '../../ground/table/table.ts';

/**
 * `since` is the first ledger sequence that belongs to the day. `unapproved` is what left of it without a vote; absent where a
 * release counted that did not tell: then all of it may have.
 */
const dayCount = () =>
  map({ day: string(), amount: minorUnits(), unapproved: minorUnits().optional(), since: number().optional() });

/**
 * The one item that every commit of an organization moves forward, on condition of its version: what makes the ledger,
 * the feed and the entities one history. Kept small, because every commit pays for its size.
 */
export const HeadEntity = new Entity({
  name: 'head',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    version: number(),
    /** Version of the organization as of this head: what tells a decision that both belong together. */
    organizationVersion: number(),
    /** Sequence of the last event; the first event is 1. */
    sequence: number(),
    /** Sequence of the last ledger row; the first row is 1. */
    ledgerSequence: number(),
    /** Time of the last commit's rows, milliseconds. It never runs backwards in a journal, and decides nothing. */
    lastAt: number(),
    /** The clock of the last commit, milliseconds: what tells that it was ahead (docs/adr/0019). */
    clockAt: number().optional(),
    /** By currency, minor units. */
    balances: record(string(), map({ available: minorUnits(), held: minorUnits() })),
    /** What payouts debited on the last UTC day, less what came to nothing. Absent before the first payout. */
    paidToday: dayCount().optional(),
    /** The same of the day before it that had a commit: needed again when the last one has not begun yet. */
    paidBefore: dayCount().optional(),
    /** Times of the last payouts, milliseconds, as many as a velocity cap counts; kept while there is one. */
    recentPayouts: list(number()).optional(),
  }),
  computeKey: ({ organizationId }: { organizationId: string }) => ({ pk: `ORG#${organizationId}`, sk: 'HEAD' }),
});

export type Head = FormattedItem<typeof HeadEntity>;
export type Balance = Head['balances'][string];

/** The head of a journal in which nothing has happened. */
export function newHead(organizationId: string, at: number): Head {
  return {
    organizationId,
    version: 0,
    organizationVersion: 1,
    sequence: 0,
    ledgerSequence: 0,
    lastAt: at,
    balances: {},
  };
}

export function balanceOf(head: Pick<Head, 'balances'>, currency: string): Balance {
  return head.balances[currency] ?? { available: 0n, held: 0n };
}

import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { list } from 'dynamodb-toolbox/schema/list';
import { map } from 'dynamodb-toolbox/schema/map';
import { number } from 'dynamodb-toolbox/schema/number';
import { record } from 'dynamodb-toolbox/schema/record';
import { string } from 'dynamodb-toolbox/schema/string';
import { minorUnits, table } from '../../ground/table/table.ts';

/**
 * `since` is the first ledger sequence of the day. `unapproved` is the part of `amount` that was sent without a vote.
 * It is absent if an earlier release counted; the whole amount may then have been sent without a vote.
 */
const dayCount = () =>
  map({
    day: string(),
    amount: minorUnits(),
    unapproved: minorUnits().optional(),
    since: number().optional(),
    sinceEvent: number().optional(),
  });

/**
 * The single item that every commit of an organization advances, conditional on its version. It makes the ledger, the
 * feed and the entities one history. It is kept small, because every commit pays for its size.
 */
export const HeadEntity = new Entity({
  name: 'head',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    version: number(),
    /**
     * Version of the organization as of this head. Shows a decision whether the head and the organization belong
     * together.
     */
    organizationVersion: number(),
    /** Sequence of the last event; the first event is 1. */
    sequence: number(),
    /** Sequence of the last ledger row; the first row is 1. */
    ledgerSequence: number(),
    /**
     * Time of the last commit's rows, in milliseconds. It never runs backward in a journal, and no decision depends on
     * it.
     */
    lastAt: number(),
    /**
     * The time of the clock at the last commit, in milliseconds. Shows whether that clock was ahead (docs/adr/0019).
     */
    clockAt: number().optional(),
    /** By currency, minor units. */
    balances: record(string(), map({ available: minorUnits(), held: minorUnits() })),
    /**
     * The amount that payouts debited on the last UTC day, less what was given back. Absent before the first payout.
     */
    paidToday: dayCount().optional(),
    /**
     * The amount that payouts debited on the last earlier day with a commit. Needed again if the last day turns out not
     * to have started yet.
     */
    paidBefore: dayCount().optional(),
    /**
     * Times of the last payouts, in milliseconds: as many as a velocity cap counts, and only while there is such a cap.
     */
    recentPayouts: list(number()).optional(),
    /**
     * The number of payouts that await the organization's own funds, excluding those created by earlier releases.
     * Absent before the first one.
     */
    awaitingFunds: number().optional(),
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

import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { allOf, atLeast, atMost, moreThan } from '../../ground/table/conditions.ts';
import { type Read, read } from '../../ground/table/expressions.ts';
import { table } from '../../ground/table/table.ts';
import { updateOf } from '../../ground/table/update-expression.ts';
import { create, updateIf } from '../../ground/table/writes.ts';
import { ttlSeconds, utcDay } from '../../ground/time/clock.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { Funding } from '../payout/funding.ts';

/** What logs may fund through a connection in a UTC day, where its settings say nothing: a million dollars, in millionths. */
const defaultLimit = 1_000_000_000_000n;

/** How long what was funded on a day is kept for those who look into it. Milliseconds. */
const keptMs = 90 * 24 * 60 * 60 * 1000;

/**
 * What was funded through a connection on a UTC day, all of its tokens together, in millionths of a dollar. It is a number, because it is counted up
 * in place: payouts that are funded at the same time do not wait for each other's version.
 */
export const FundedDayEntity = new Entity({
  name: 'fundedDay',
  table,
  timestamps: false,
  schema: item({
    connectionId: string().key(),
    day: string().key(),
    version: number(),
    funded: number(),
    /** Seconds, for DynamoDB to remove it. */
    expiresAt: number(),
  }),
  computeKey: ({ connectionId, day }: { connectionId: string; day: string }) => ({
    pk: `FUNDED#${connectionId}`,
    sk: day,
  }),
});

type FundedDay = FormattedItem<typeof FundedDayEntity>;

/** What two operators have allowed beyond the limit of a connection, for payouts whose money waits: millionths of a dollar, and until when. */
export const FundingAllowanceEntity = new Entity({
  name: 'fundingAllowance',
  table,
  timestamps: false,
  schema: item({
    connectionId: string().key(),
    version: number(),
    left: number(),
    /** Milliseconds. */
    until: number(),
  }),
  computeKey: ({ connectionId }: { connectionId: string }) => ({
    pk: `FUNDING_ALLOWANCE#${connectionId}`,
    sk: 'ALLOWANCE',
  }),
});

export type FundingAllowance = FormattedItem<typeof FundingAllowanceEntity>;

export function allowanceRead(connectionId: string) {
  return read(FundingAllowanceEntity, { connectionId });
}

function dayRead({ connectionId }: Pick<Funding, 'connectionId'>, now: number) {
  return read(FundedDayEntity, { connectionId, day: utcDay(now) });
}

/** What `takeFromLimit` looks up, for whoever reads it beforehand. */
export function limitLookUps(funding: Pick<Funding, 'connectionId'>, now: number): readonly Read[] {
  return [dayRead(funding, now), allowanceRead(funding.connectionId)];
}

/**
 * Counts a payout's money against the day's limit of its connection, or against what operators have allowed where it was above the limit before. The
 * commit fails, and is decided again, where others have taken what is left.
 * @returns false where it would take too much, and nothing is counted
 */
export function takeFromLimit(draft: JournalDraft, funding: Funding): boolean {
  const { amount, isOverLimit = false, dailyLimit = defaultLimit } = funding;
  return isOverLimit ? takeAllowed(draft, funding) : takeFromDay(draft, funding, dailyLimit - amount);
}

/** @param most what may have been funded before */
function takeFromDay(draft: JournalDraft, funding: Funding, most: bigint): boolean {
  const wanted = dayRead(funding, draft.now);
  const today = draft.lookUpUnchecked(wanted);
  if (BigInt(today?.funded ?? 0) > most) return false;
  const amount = Number(funding.amount);
  if (today) {
    const counted = updateOf<FundedDay>({ add: { funded: amount, version: 1 } }, atMost({ funded: Number(most) }));
    draft.write(updateIf(wanted, counted));
  } else {
    const key = { connectionId: funding.connectionId, day: utcDay(draft.now) };
    draft.write(
      create(FundedDayEntity, { ...key, version: 1, funded: amount, expiresAt: ttlSeconds(draft.now + keptMs) }),
    );
  }
  return true;
}

function takeAllowed(draft: JournalDraft, { connectionId, amount }: Funding): boolean {
  const wanted = allowanceRead(connectionId);
  const allowance = draft.lookUpUnchecked(wanted);
  if (!allowance || allowance.until <= draft.now || BigInt(allowance.left) < amount) return false;
  const taken = Number(amount);
  const isLeft = allOf<FundingAllowance>(atLeast({ left: taken }), moreThan({ until: draft.now }));
  draft.write(updateIf(wanted, updateOf<FundingAllowance>({ add: { left: -taken, version: 1 } }, isLeft)));
  return true;
}

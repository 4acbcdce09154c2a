import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { allOf, atLeast, atMost, moreThan } from '../../ground/table/conditions.ts';
import { type ItemRef, refTo } from '../../ground/table/expressions.ts';
import { table } from '../../ground/table/table.ts';
import { updateOf } from '../../ground/table/update-expression.ts';
import { create, updateIf } from '../../ground/table/writes.ts';
import { ttlSeconds, utcDay } from '../../ground/time/clock.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { Funding } from '../payout/funding.ts';

/** Default limit of what logs may fund through a connection per UTC day: a million dollars, in millionths. */
const defaultLimit = 1_000_000_000_000n;

/** How long the sum of a day is kept for investigations, in milliseconds. */
const keptMs = 90 * 24 * 60 * 60 * 1000;

/**
 * Sum that was funded through a connection on a UTC day, over all of its tokens, in millionths of a dollar. Stored as a
 * number, because it is incremented in place: payouts that are funded at the same time do not wait for each other's
 * version.
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
    /** Seconds; DynamoDB removes the item then. */
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
    /** End of the allowance in milliseconds. */
    until: number(),
  }),
  computeKey: ({ connectionId }: { connectionId: string }) => ({
    pk: `FUNDING_ALLOWANCE#${connectionId}`,
    sk: 'ALLOWANCE',
  }),
});

export type FundingAllowance = FormattedItem<typeof FundingAllowanceEntity>;

export function allowanceRef(connectionId: string) {
  return refTo(FundingAllowanceEntity, { connectionId });
}

function dayRef({ connectionId }: Pick<Funding, 'connectionId'>, now: number) {
  return refTo(FundedDayEntity, { connectionId, day: utcDay(now) });
}

/** Items that `takeFromLimit` looks up, for callers that read them beforehand. */
export function limitLookUps(funding: Pick<Funding, 'connectionId'>, now: number): readonly ItemRef[] {
  return [dayRef(funding, now), allowanceRef(funding.connectionId)];
}

/**
 * Counts a payout's money against the daily limit of its connection or, if the payout was above the limit before,
 * against what operators have allowed. The commit fails, and is decided again, if others have taken what is left.
 * @returns false if the money exceeds the limit; then nothing is counted
 */
export function takeFromLimit(draft: JournalDraft, funding: Funding): boolean {
  const { amount, isOverLimit = false, dailyLimit = defaultLimit } = funding;
  return isOverLimit ? takeAllowed(draft, funding) : takeFromDay(draft, funding, dailyLimit - amount);
}

/** @param most the highest sum that may have been funded before */
function takeFromDay(draft: JournalDraft, funding: Funding, most: bigint): boolean {
  const wanted = dayRef(funding, draft.now);
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
  const wanted = allowanceRef(connectionId);
  const allowance = draft.lookUpUnchecked(wanted);
  if (!allowance || allowance.until <= draft.now || BigInt(allowance.left) < amount) return false;
  const taken = Number(amount);
  const isLeft = allOf<FundingAllowance>(atLeast({ left: taken }), moreThan({ until: draft.now }));
  draft.write(updateIf(wanted, updateOf<FundingAllowance>({ add: { left: -taken, version: 1 } }, isLeft)));
  return true;
}

import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { boolean } from 'dynamodb-toolbox/schema/boolean';
import { item } from 'dynamodb-toolbox/schema/item';
import { map } from 'dynamodb-toolbox/schema/map';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { refTo } from '../../ground/table/expressions.ts';
import { minorUnits, table } from '../../ground/table/table.ts';
import type { DueKey } from '../../journal/due/due-work.ts';
import type { DepositToken } from '../../ports/deposit-chain.ts';

/** How far a token on the chain of a connection was read, for the payouts of all organizations together. */
export const FundingWatchEntity = new Entity({
  name: 'fundingWatch',
  table,
  timestamps: false,
  schema: item({
    connectionId: string().key(),
    contract: string().key(),
    version: number(),
    /** First block that was not read yet. */
    nextBlock: number(),
    /** Number of blocks that are requested at once: fewer after nodes did not answer for more. */
    width: number().optional(),
    /** Milliseconds: until then the token is read every few seconds. */
    oftenUntil: number(),
    /**
     * Milliseconds: time of the next comparison between what was ever received at each address and what was recorded.
     */
    compareAt: number(),
    /** Final block of the last comparison of all addresses. */
    comparedBlock: number(),
    /** The current comparison: its final block, and the last address that it has reached. */
    comparing: map({ block: number(), after: string() }).optional(),
  }),
  computeKey: (token: DepositToken) => ({ pk: watchPartition(token), sk: 'WATCH' }),
});

export type FundingWatch = FormattedItem<typeof FundingWatchEntity>;

/**
 * The address of a payout. The list `ADDRESS` holds addresses at which funds are awaited, `LATE` the others, which may
 * still receive money. A payout is in one of them.
 */
export const FundingAddressEntity = new Entity({
  name: 'fundingAddress',
  table,
  timestamps: false,
  schema: item({
    connectionId: string().key(),
    contract: string().key(),
    list: string().key(),
    payoutId: string().key(),
    organizationId: string(),
    /** Lower case, as in logs. */
    address: string(),
    /** A final block before the payout was created. */
    sinceBlock: number(),
    /** Minor units of the token: at least this much of what was received is recorded. */
    recorded: minorUnits(),
    /** As in `FundedKey`. */
    stray: string().optional(),
    /**
     * Set if nothing that arrives can fund the payout, because a restore has lost it or the token is a stray one:
     * everything is held.
     */
    heldAs: map({ chain: string(), token: string(), currency: string(), isUnissued: boolean().optional() })
      .optional()
      .savedAs('lost'),
    /** Seconds; DynamoDB removes the item then, because no more money is expected. */
    expiresAt: number().optional(),
  }),
  computeKey: ({ list, payoutId, ...token }: AddressKey) => ({
    pk: watchPartition(token),
    sk: `${list}#${payoutId}`,
  }),
});

interface AddressKey extends DepositToken {
  readonly list: string;
  readonly payoutId: string;
}

export type FundingAddress = FormattedItem<typeof FundingAddressEntity>;
/** A token, and the currency of the deposits that are held of it. `isUnissued`: it only stands in for an issuer's token. */
export type HeldAs = NonNullable<FundingAddress['heldAs']>;

/** Ordered: the addresses at which funds are awaited come first. */
export const addressRanges = {
  awaited: { after: 'ADDRESS#', to: 'ADDRESS#~' },
  late: { after: 'LATE#', to: 'LATE#~' },
  all: { after: 'ADDRESS#', to: 'LATE#~' },
} as const;

export function watchPartition({ connectionId, contract }: DepositToken): string {
  return `FUNDING_WATCH#${connectionId}#${contract}`;
}

export function watchRef({ connectionId, contract }: DepositToken) {
  return refTo(FundingWatchEntity, { connectionId, contract });
}

export function awaitedRef({ connectionId, contract, payoutId }: Omit<AddressKey, 'list'>) {
  return refTo(FundingAddressEntity, { connectionId, contract, list: 'ADDRESS', payoutId });
}

/** The work that follows a transaction confirmed for a payout, and that ends a payout that nobody funds. */
export function awaitingWork({
  organizationId,
  payoutId,
}: Pick<FundingAddress, 'organizationId' | 'payoutId'>): DueKey {
  return { organizationId, kind: 'funding', resourceId: payoutId };
}

/** The address of a payout, in whichever list it is. */
export function addressOf({ organizationId, payoutId, funding }: Owner) {
  const { connectionId, contract, address, sinceBlock } = funding;
  return { connectionId, contract, payoutId, organizationId, address: address.toLowerCase(), sinceBlock };
}

interface Owner {
  readonly organizationId: string;
  readonly payoutId: string;
  readonly funding: DepositToken & { readonly address: string; readonly sinceBlock: number };
}

/**
 * Milliseconds between comparisons of what was ever received at each address with what was recorded: nodes remember a
 * day.
 */
export const comparedMs = 12 * 60 * 60 * 1000;

/** How long money is expected after a payout was created, confirmed or quoted, in milliseconds. */
export const expectedMs = 60 * 60 * 1000;
const oftenMs = 5_000;
/** Milliseconds until a confirmed transaction is looked at again. Reading its token finds it sooner. */
export const followMs = 60_000;
const seldomMs = 10 * 60 * 1000;

/** Milliseconds until the next reading. */
export function pauseOf(oftenUntil: number, now: number): number {
  return now < oftenUntil ? oftenMs : seldomMs;
}

const awaitedMs = 30 * 24 * 60 * 60 * 1000;
/** Milliseconds after which a block is final, on every chain. */
export const finalWithinMs = 60 * 60 * 1000;

/**
 * Milliseconds: until when the money of a payout can be sent.
 * @param acceptedAt when the payout was created
 */
export function endOfSending(acceptedAt: number): number {
  return acceptedAt + awaitedMs;
}

/**
 * Milliseconds: when a payout that nobody has funded fails, which is once everything sent in its thirty days is final.
 * @param acceptedAt when the payout was created
 */
export function endOfWaiting(acceptedAt: number): number {
  return endOfSending(acceptedAt) + finalWithinMs;
}

import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { map } from 'dynamodb-toolbox/schema/map';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { read } from '../../ground/table/expressions.ts';
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
    /** The first block that was not read. */
    nextBlock: number(),
    /** How many blocks are asked for at once: fewer after nodes did not answer for more. */
    width: number().optional(),
    /** Milliseconds: until then it is read every few seconds. */
    oftenUntil: number(),
    /** Milliseconds: when next is compared what ever came to each address with what was recorded. */
    compareAt: number(),
    /** The final block by which all addresses were compared last. */
    comparedBlock: number(),
    /** The comparison that is under way: its final block, and the last address that it has come to. */
    comparing: map({ block: number(), after: string() }).optional(),
  }),
  computeKey: (token: DepositToken) => ({ pk: watchPartition(token), sk: 'WATCH' }),
});

export type FundingWatch = FormattedItem<typeof FundingWatchEntity>;

/**
 * The address of a payout. In the list `ADDRESS` are those at which funds are awaited, in `LATE` the others, to which money may still come. A
 * payout is in one of them.
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
    /** In lower case, as logs have it. */
    address: string(),
    /** A final block before the payout. */
    sinceBlock: number(),
    /** Minor units of the token: at least as much was recorded of what came. */
    recorded: minorUnits(),
    /** Set if a restore has lost the payout: everything that arrives is held. */
    lost: map({ chain: string(), token: string(), currency: string() }).optional(),
    /** Seconds, for DynamoDB to remove it: nothing comes any more. */
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
export type LostPayoutToken = NonNullable<FundingAddress['lost']>;

/** The addresses at which funds are awaited come first. */
export const addressRanges = {
  awaited: { after: 'ADDRESS#', to: 'ADDRESS#~' },
  late: { after: 'LATE#', to: 'LATE#~' },
  all: { after: 'ADDRESS#', to: 'LATE#~' },
} as const;

export function watchPartition({ connectionId, contract }: DepositToken): string {
  return `FUNDING_WATCH#${connectionId}#${contract}`;
}

export function watchRead({ connectionId, contract }: DepositToken) {
  return read(FundingWatchEntity, { connectionId, contract });
}

export function awaitedRead({ connectionId, contract, payoutId }: Omit<AddressKey, 'list'>) {
  return read(FundingAddressEntity, { connectionId, contract, list: 'ADDRESS', payoutId });
}

/** The work of following a transaction that was confirmed for a payout, and of ending a payout that nobody funds. */
export function awaitingWork({
  organizationId,
  payoutId,
}: Pick<FundingAddress, 'organizationId' | 'payoutId'>): DueKey {
  return { organizationId, kind: 'funding', resourceId: payoutId };
}

/** The address of a payout, in whichever list. */
export function addressOf({ organizationId, payoutId, funding }: Owner) {
  const { connectionId, contract, address, sinceBlock } = funding;
  return { connectionId, contract, payoutId, organizationId, address: address.toLowerCase(), sinceBlock };
}

interface Owner {
  readonly organizationId: string;
  readonly payoutId: string;
  readonly funding: DepositToken & { readonly address: string; readonly sinceBlock: number };
}

/** How often is compared what ever came to each address with what was recorded: nodes remember a day. Milliseconds. */
export const comparedMs = 12 * 60 * 60 * 1000;

/** Whoever makes a payout, confirms or quotes it is about to send the money. */
export const expectedMs = 60 * 60 * 1000;
const oftenMs = 5_000;
/** How long to wait before a transaction that was confirmed is looked at again, milliseconds. Reading its token finds it sooner. */
export const followMs = 60_000;
const seldomMs = 10 * 60 * 1000;

/** How long to wait before the next reading, milliseconds. */
export function pauseOf(oftenUntil: number, now: number): number {
  return now < oftenUntil ? oftenMs : seldomMs;
}

const awaitedMs = 30 * 24 * 60 * 60 * 1000;
/** What is in a block by then is final by then, on every chain. Milliseconds. */
export const finalWithinMs = 60 * 60 * 1000;

/**
 * Until when the money of a payout can be sent, milliseconds.
 * @param acceptedAt when it was made
 */
export function endOfSending(acceptedAt: number): number {
  return acceptedAt + awaitedMs;
}

/**
 * When a payout that nobody has funded fails, milliseconds: once what was sent in its thirty days is final.
 * @param acceptedAt when it was made
 */
export function endOfWaiting(acceptedAt: number): number {
  return endOfSending(acceptedAt) + finalWithinMs;
}

import { boolean } from 'dynamodb-toolbox/schema/boolean';
import { list } from 'dynamodb-toolbox/schema/list';
import { map } from 'dynamodb-toolbox/schema/map';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { minorUnits } from '../../ground/table/table.ts';

/** What a payout keeps of how it is funded: it is fixed by the commit that makes the payout, and asked of nobody again. */
export const fundingAttribute = () =>
  map({
    connectionId: string(),
    chain: string(),
    token: string(),
    /** Checksummed address of the token contract (EIP-55). */
    contract: string(),
    /** The payout's own address, with its checksum. */
    address: string(),
    /** A final block before the payout: what came to its address came later. */
    sinceBlock: number(),
    /** The key that asked for the payout without a vote: the payout ends with its revocation while nothing has come. */
    apiKeyId: string().optional(),
    /** The head counts it among those that await funds. */
    isCounted: boolean().optional(),
    /** The sequence of the event that told of the payout: the caps of its day count it from there on. */
    countedIn: number().optional(),
    /** What is to be sent: minor units of the token. */
    amount: minorUnits(),
    /** The sum of the final transfers that count, in the same units. */
    received: minorUnits(),
    /** The transaction that the organization has confirmed, while it is not final. */
    confirming: string().optional(),
    /**
     * Part of `received`, of transfers that a restore has lost: the payout was sent, so they came. Those that are found again are these, until
     * they make up for it.
     */
    unlisted: minorUnits().optional(),
    /**
     * Milliseconds: what completes the money in a block by then is paid at the price of the payout. Absent on payouts of releases whose price
     * did not end.
     */
    pricedUntil: number().optional(),
    /** What has to arrive of money that comes later, at its price: minor units of the destination currency. */
    leastDestination: minorUnits().optional(),
    /** Exactly `destinationAmount` arrives, so that later money has to pay for all of it. */
    isExact: boolean().optional(),
    /** The prices that were locked for it later, oldest first: what is sent while one of them holds is paid at that price. */
    quotes: list(
      map({
        fundingQuoteId: string(),
        /** Milliseconds, by the times of blocks. */
        from: number(),
        expiresAt: number(),
        /** What has to come in all: minor units of the token. */
        amount: minorUnits(),
        sourceAmount: minorUnits(),
        destinationAmount: minorUnits(),
        fee: minorUnits(),
        rate: string(),
      }),
    ).optional(),
    /** Milliseconds: the time of the newest block with a transfer that counts. */
    countedAt: number().optional(),
    /** Minor units of the token: if `amount` is more, the payout is sent only once its money is at a treasury. */
    flushFirst: minorUnits().optional(),
    /** Minor units of the token: what its connection funds in a day. Absent on payouts of a release that had no such limit. */
    dailyLimit: minorUnits().optional(),
    /** It was above that limit when its money was there, and waits for operators to allow it. */
    isOverLimit: boolean().optional(),
    /** What had come to the address with the money of such a payout: once as much was flushed, it is at a treasury. */
    arrived: minorUnits().optional(),
    /** Milliseconds: when the money was there. */
    fundedAt: number().optional(),
    /** The transfers that suffice are a held deposit, because the payout has ended. */
    isHeld: boolean().optional(),
  });

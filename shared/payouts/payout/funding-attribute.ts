import { boolean } from 'dynamodb-toolbox/schema/boolean';
import { list } from 'dynamodb-toolbox/schema/list';
import { map } from 'dynamodb-toolbox/schema/map';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { minorUnits } from '../../ground/table/table.ts';

/** How a payout is funded. Fixed by the commit that creates the payout, and never looked up again. */
export const fundingAttribute = () =>
  map({
    connectionId: string(),
    chain: string(),
    token: string(),
    /** Checksummed address of the token contract (EIP-55). */
    contract: string(),
    /** Checksummed address that belongs to this payout alone. */
    address: string(),
    /** A final block before the payout was created: everything at its address arrived after it. */
    sinceBlock: number(),
    /**
     * The API key that requested the payout without a vote. If it is revoked while nothing has arrived, the payout
     * ends.
     */
    apiKeyId: string().optional(),
    /** Whether the head counts the payout among those that await funds. */
    isCounted: boolean().optional(),
    /** Sequence of the event that announced the payout: from there on, the caps of its day count it. */
    countedIn: number().optional(),
    /** Amount to be sent, in minor units of the token. */
    amount: minorUnits(),
    /** Sum of the final transfers that count, in minor units of the token. */
    received: minorUnits(),
    /** The transaction that the organization has confirmed, as long as it is not final. */
    confirming: string().optional(),
    /**
     * Part of `received` that belongs to transfers lost in a restore: the payout was sent, so they did arrive.
     * Transfers that are found again are set off against this amount until it is used up.
     */
    unlisted: minorUnits().optional(),
    /**
     * Milliseconds. If a block up to this time completes the money, the payout is paid at its own price. Absent on
     * payouts of releases whose price did not end.
     */
    pricedUntil: number().optional(),
    /**
     * Least amount that has to arrive if money comes later and is priced then, in minor units of the destination
     * currency.
     */
    leastDestination: minorUnits().optional(),
    /** Set if exactly `destinationAmount` arrives, so that later money has to pay for all of it. */
    isExact: boolean().optional(),
    /**
     * Prices that were locked for the payout later, oldest first: money sent while one of them holds is paid at that
     * price.
     */
    quotes: list(
      map({
        fundingQuoteId: string(),
        /** Milliseconds, measured by block times. */
        from: number(),
        expiresAt: number(),
        /** Total that has to arrive, in minor units of the token. */
        amount: minorUnits(),
        sourceAmount: minorUnits(),
        destinationAmount: minorUnits(),
        fee: minorUnits(),
        rate: string(),
      }),
    ).optional(),
    /** Milliseconds: time of the newest block with a transfer that counts. */
    countedAt: number().optional(),
    /** Minor units of the token. If `amount` is more, the payout is sent only once its money is at a treasury. */
    flushFirst: minorUnits().optional(),
    /**
     * Minor units of the token that the connection funds per day. Absent on payouts of a release that had no such
     * limit.
     */
    dailyLimit: minorUnits().optional(),
    /** Set if the payout was above the daily limit when its money was there, and waits for operators to allow it. */
    isOverLimit: boolean().optional(),
    /**
     * For a payout whose money is flushed first: what had arrived at the address. Once as much was flushed, the money
     * is at a treasury.
     */
    arrived: minorUnits().optional(),
    /** Milliseconds: when the money was complete. */
    fundedAt: number().optional(),
    /** Set if the payout has ended, so that the transfers that would suffice are a held deposit. */
    isHeld: boolean().optional(),
  });

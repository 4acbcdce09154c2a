import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { map } from 'dynamodb-toolbox/schema/map';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import * as z from 'zod';
import { Instant } from '../../contract/fields.ts';
import { stateOf } from '../../ground/table/known-values.ts';
import { minorUnits, table } from '../../ground/table/table.ts';
import { timestamp } from '../../ground/time/clock.ts';
import { amountLegs } from '../../ports/amount-leg.ts';
import { givenAttribute, quotedView, withGiven } from '../payout/given.ts';
import { presentPrice, priceView } from '../pricing/present-price.ts';

/** A locked price. It moves no money, so it is written outside the journal. Accepting it is a commit. */
export const QuoteEntity = new Entity({
  name: 'quote',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    snapshotId: string().key(),
    version: number(),
    recipientId: string(),
    destinationAccountId: string(),
    corridorId: string(),
    /** The rail that made the price. Absent on quotes of releases that had only one. */
    rail: string().optional(),
    amountLeg: stateOf(...amountLegs),
    sourceAmount: minorUnits(),
    sourceCurrency: string(),
    destinationAmount: minorUnits(),
    destinationCurrency: string(),
    fee: minorUnits(),
    rate: string(),
    given: givenAttribute(),
    /** What the organization sends itself. Absent if its balance pays. */
    selfFunding: map({ chain: string(), token: string(), accountsOf: string() }).optional(),
    /** Milliseconds. */
    expiresAt: number(),
    /** Set when the quote is accepted, which happens once. */
    payoutId: string().optional(),
    ttl: number(),
  }),
  computeKey: ({ organizationId, snapshotId }: { organizationId: string; snapshotId: string }) => ({
    pk: `QUOTE#${organizationId}#${snapshotId}`,
    sk: 'QUOTE',
  }),
});

export type Quote = FormattedItem<typeof QuoteEntity>;

/** Long enough to read the summary and click, short enough for the rate to hold (design: quote body and snapshot). */
export const quoteLifetimeMs = 10 * 60 * 1000;

/**
 * An expired quote is kept for a day, so that accepting it late and accepting an unknown one return different errors.
 */
export const quoteRetentionMs = 24 * 60 * 60 * 1000;

export const QuoteView = z
  .object({
    snapshotId: z.string().meta({ description: 'The id to use when accepting the quote.' }),
    destinationAccountId: z.string().meta({ description: 'The account that is paid.' }),
    amountLeg: z.enum(amountLegs).meta({ description: 'As requested.' }),
    ...priceView,
    ...quotedView,
    requiresFunding: z
      .boolean()
      .optional()
      .meta({ description: 'Present and true if you must send the money of the payout yourself.' }),
    expiresAt: Instant,
  })
  .meta({ id: 'Quote', description: 'A locked price. Accept it once, before `expiresAt`.' });

/** The snapshot as the API shows it (specification, Quote snapshot). */
export function presentQuote(quote: Quote): z.infer<typeof QuoteView> {
  const own = {
    snapshotId: quote.snapshotId,
    destinationAccountId: quote.destinationAccountId,
    amountLeg: quote.amountLeg,
    ...presentPrice(quote),
    ...(quote.selfFunding && { requiresFunding: true }),
    expiresAt: timestamp(quote.expiresAt),
  };
  return withGiven(own, quote.given);
}

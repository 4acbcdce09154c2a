import * as z from 'zod';
import { quotedFields } from '../payout/given.ts';
import { priceFields } from '../pricing/price-request.ts';

/** The body of `POST P/quotes/offramp` (specification, Quote a payout). */
export const QuoteRequest = z
  .strictObject({ ...priceFields, ...quotedFields })
  .meta({ id: 'CreateQuote', description: 'The amount to price, and the account that is paid.' });

export type QuoteRequest = z.output<typeof QuoteRequest>;

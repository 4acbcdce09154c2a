import * as z from 'zod';
import { label } from '../../contract/fields.ts';
import { priceFields } from '../pricing/price-request.ts';
import { ExpectDestination } from './expect-destination.ts';

/** The body of `POST P/payouts` (specification, Other referenced operations; design, `POST P/payouts`). */
export const PayoutRequest = z
  .strictObject({
    ...priceFields,
    reference: label(255).optional().meta({ description: 'Found again in orders; unique per payment is best.' }),
    endUserId: label(255).optional().meta({ description: 'The recipient’s when absent.' }),
    expectDestination: ExpectDestination.optional(),
  })
  .meta({ id: 'CreatePayout', description: 'What to pay to which account.' });

export type PayoutRequest = z.output<typeof PayoutRequest>;

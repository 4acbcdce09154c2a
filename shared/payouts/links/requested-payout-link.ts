import * as z from 'zod';
import { AmountText, CountryCode, CurrencyCode, Instant } from '../../contract/fields.ts';
import { givenView } from '../payout/given.ts';
import { linkedLegs } from './payout-link-status.ts';

/** The content of an approval of kind `payout_link`: the link as it will be created. */
export const RequestedPayoutLink = z
  .object({
    amount: AmountText,
    currency: CurrencyCode,
    amountLeg: z.enum(linkedLegs).meta({ description: '`source`: what is debited. `destination`: what arrives.' }),
    payeeName: z.string().meta({ description: 'Who is paid.' }),
    payeeEmail: z.string().meta({ description: 'Who gets the address of the page, and nobody else.' }),
    ...givenView,
    note: z.string().optional().meta({ description: 'What the payee reads above the form.' }),
    countries: z.array(CountryCode).meta({ description: 'Where the payee may have an account.' }),
    returnUrl: z.string().optional().meta({ description: 'Where the page leads after the claim.' }),
    expiresAt: Instant.optional().meta({ description: 'Absent: 30 days after the link is made.' }),
  })
  .meta({ id: 'RequestedPayoutLink', description: 'A payout link that waits for votes.' });

export type RequestedPayoutLink = z.infer<typeof RequestedPayoutLink>;

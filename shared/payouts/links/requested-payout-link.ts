import * as z from 'zod';
import { AmountText, CountryCode, CurrencyCode, Instant } from '../../contract/fields.ts';
import { givenView } from '../payout/given.ts';
import { linkedLegs } from './payout-link-status.ts';

/** The content of an approval of kind `payout_link`: the link as it will be created. */
export const RequestedPayoutLink = z
  .object({
    amount: AmountText,
    currency: CurrencyCode,
    amountLeg: z
      .enum(linkedLegs)
      .meta({ description: '`source`: the amount debited. `destination`: the amount that arrives.' }),
    payeeName: z.string().meta({ description: 'The recipient who is paid.' }),
    payeeEmail: z.string().meta({ description: 'The only person who gets the address of the page.' }),
    ...givenView,
    note: z.string().optional().meta({ description: 'The text that the payee reads above the form.' }),
    countries: z.array(CountryCode).meta({ description: 'The countries in which the payee can have an account.' }),
    returnUrl: z.string().optional().meta({ description: 'Where the page leads after the claim.' }),
    expiresAt: Instant.optional().meta({ description: 'If absent, 30 days after the link is created.' }),
  })
  .meta({ id: 'RequestedPayoutLink', description: 'A payout link that waits for votes.' });

export type RequestedPayoutLink = z.infer<typeof RequestedPayoutLink>;

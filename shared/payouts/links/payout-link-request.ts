import * as z from 'zod';
import { EmailAddress } from '../../contract/fields/people.ts';
import { ReturnUrl } from '../../contract/fields/return-url.ts';
import { AmountText, CountryCode, CurrencyCode, label, ZonedInstant } from '../../contract/fields.ts';
import { givenFields } from '../payout/given.ts';
import { linkedLegs } from './payout-link-status.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
export const shortestLifeMs = HOUR_MS;
export const longestLifeMs = 365 * DAY_MS;
export const usualLifeMs = 30 * DAY_MS;
/** More than the countries of all corridors. */
const mostCountries = 100;

/** The body of `POST P/payout-links` (design, payout links, create). */
export const PayoutLinkRequest = z
  .strictObject({
    amount: AmountText,
    currency: CurrencyCode.meta({
      description:
        'What `amount` is in. With `source` it is the currency of the balance, with `destination` the one that arrives.',
    }),
    amountLeg: z.enum(linkedLegs).default('source').meta({
      description: '`source`: what is debited, fee included. `destination`: what arrives, exactly.',
    }),
    payeeName: label(140)
      .optional()
      .meta({ description: 'The holder of the account. The page asks for no other name.' }),
    payeeEmail: EmailAddress.optional().meta({ description: 'The payee’s address, for a new address of the page.' }),
    ...givenFields,
    note: label(140).optional().meta({ description: 'What the payee reads above the form, in one line.' }),
    countries: z
      .array(CountryCode)
      .min(1)
      .max(mostCountries)
      .optional()
      .meta({ description: 'Where the payee may have an account; every country that can be paid when absent.' }),
    returnUrl: ReturnUrl.optional().meta({
      description: 'Where the page leads after the claim: https, without user name and password.',
      examples: ['https://example.com/paid'],
    }),
    expiresAt: ZonedInstant.optional().meta({
      description: 'ISO 8601 with a time zone: an hour to 365 days from now; 30 days from now when absent.',
    }),
  })
  .meta({ id: 'CreatePayoutLink', description: 'What to pay to a payee who says on a hosted page where.' });

export type PayoutLinkRequest = z.output<typeof PayoutLinkRequest>;

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
        'The currency of `amount`. With `source` it is the currency of the balance, with `destination` the one that arrives.',
    }),
    amountLeg: z.enum(linkedLegs).default('source').meta({
      description: '`source`: the amount debited, fee included. `destination`: the exact amount that arrives.',
    }),
    payeeName: label(140)
      .optional()
      .meta({ description: 'The account holder. The page then does not ask for a name.' }),
    payeeEmail: EmailAddress.optional().meta({
      description: 'The payee’s email address, to which a new address of the page is sent.',
    }),
    ...givenFields,
    note: label(140).optional().meta({ description: 'One line that the payee reads above the form.' }),
    countries: z.array(CountryCode).min(1).max(mostCountries).optional().meta({
      description: 'The countries in which the payee can have an account. If absent, every country that can be paid.',
    }),
    returnUrl: ReturnUrl.optional().meta({
      description: 'Where the page leads after the claim. https, without user name and password.',
      examples: ['https://example.com/paid'],
    }),
    expiresAt: ZonedInstant.optional().meta({
      description: 'ISO 8601 with a time zone, from an hour to 365 days from now. Defaults to 30 days from now.',
    }),
  })
  .meta({ id: 'CreatePayoutLink', description: 'An amount for a payee who enters their account on a hosted page.' });

export type PayoutLinkRequest = z.output<typeof PayoutLinkRequest>;

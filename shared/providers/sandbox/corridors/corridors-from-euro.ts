import { accountType, americanAccount, routingNumber } from '../../../corridors/catalog/fields/american.ts';
import { britishAccount, sortCode } from '../../../corridors/catalog/fields/british.ts';
import { ibanField } from '../../../corridors/catalog/fields/iban.ts';
import type { BankCorridor } from '../../../ports/corridor.ts';
import { corridorsFrom } from './corridors-from.ts';
import { euroIbans } from './euro-ibans.ts';

const corridor = corridorsFrom('EUR');

const sepa = Object.entries(euroIbans).map(([country, example]) =>
  corridor({
    corridorId: `eur_${country.toLowerCase()}_iban_from_eur`,
    country,
    currency: 'EUR',
    // Nothing is exchanged, so no desk could get a better price. Banks commonly check larger payments by hand.
    maximum: 1_000_000_00n,
    fee: 20n,
    recipientFields: [ibanField(example)],
    accountField: 'iban',
  }),
);

/** The sandbox's corridors for organizations that settle in euros. Each id contains the source currency. */
export const corridorsFromEuro: readonly BankCorridor[] = [
  ...sepa,
  corridor({
    corridorId: 'gbp_gb_account_from_eur',
    country: 'GB',
    currency: 'GBP',
    // Less than one million pounds, the limit of the country's instant transfers.
    maximum: 1_000_000_00n,
    fee: 50n,
    recipientFields: [sortCode, britishAccount],
    accountField: 'accountNumber',
  }),
  corridor({
    corridorId: 'usd_us_account_from_eur',
    country: 'US',
    currency: 'USD',
    // About 975,000 dollars: a same-day transfer is limited to one million.
    maximum: 900_000_00n,
    fee: 50n,
    recipientFields: [routingNumber, americanAccount, accountType],
    accountField: 'accountNumber',
  }),
];

import { accountType, americanAccount, routingNumber } from '../../../corridors/catalog/fields/american.ts';
import { pixKey, pixKeyType } from '../../../corridors/catalog/fields/brazilian.ts';
import { britishAccount, sortCode } from '../../../corridors/catalog/fields/british.ts';
import { ibanField } from '../../../corridors/catalog/fields/iban.ts';
import { ifsc, indianAccount } from '../../../corridors/catalog/fields/indian.ts';
import { clabe } from '../../../corridors/catalog/fields/mexican.ts';
import { nigerianAccount, nigerianBank } from '../../../corridors/catalog/fields/nigerian.ts';
import { philippineAccount, philippineBank } from '../../../corridors/catalog/fields/philippine.ts';
import type { BankCorridor } from '../../../ports/corridor.ts';
import { corridorsFrom } from './corridors-from.ts';
import { corridorsFromEuro } from './corridors-from-euro.ts';
import { euroIbans } from './euro-ibans.ts';

const corridor = corridorsFrom('USD');

const euro = Object.entries(euroIbans).map(([country, example]) =>
  corridor({
    corridorId: `eur_${country.toLowerCase()}_iban`,
    country,
    currency: 'EUR',
    // Far below the limit of a bank transfer. For larger amounts a treasury desk gets a better price.
    maximum: 250_000_00n,
    fee: 50n,
    recipientFields: [ibanField(example)],
    accountField: 'iban',
  }),
);

const others = [
  corridor({
    corridorId: 'gbp_gb_account',
    country: 'GB',
    currency: 'GBP',
    // The country's instant transfers are limited to one million pounds.
    maximum: 1_000_000_00n,
    fee: 50n,
    recipientFields: [sortCode, britishAccount],
    accountField: 'accountNumber',
  }),
  corridor({
    corridorId: 'usd_us_account',
    country: 'US',
    currency: 'USD',
    // The limit of a same-day transfer.
    maximum: 1_000_000_00n,
    fee: 25n,
    recipientFields: [routingNumber, americanAccount, accountType],
    accountField: 'accountNumber',
  }),
  corridor({
    corridorId: 'inr_in_account',
    country: 'IN',
    currency: 'INR',
    // Instant transfers are limited to 500,000 rupees, about 6,000 dollars.
    maximum: 5_000_00n,
    fee: 1_00n,
    recipientFields: [ifsc, indianAccount],
    accountField: 'accountNumber',
  }),
  corridor({
    corridorId: 'brl_br_pix_key',
    country: 'BR',
    currency: 'BRL',
    // The country sets no limit; banks commonly check larger payments by hand.
    maximum: 50_000_00n,
    fee: 75n,
    recipientFields: [pixKey, pixKeyType],
    accountField: 'pixKey',
  }),
  corridor({
    corridorId: 'php_ph_account',
    country: 'PH',
    currency: 'PHP',
    // Larger payments cannot use the daily clearing, and the other clearing needs paper forms.
    maximum: 10_000_00n,
    fee: 1_00n,
    // Partners there make deductions in pesos on arrival, so the amount that arrives cannot be promised.
    capabilities: { exactOutput: false, indicativePricing: true },
    recipientFields: [philippineBank, philippineAccount],
    accountField: 'accountNumber',
  }),
  corridor({
    corridorId: 'ngn_ng_account',
    country: 'NG',
    currency: 'NGN',
    // Instant transfers by a person are limited to five million naira, about 3,200 dollars.
    maximum: 3_000_00n,
    fee: 1_50n,
    // No market publishes a rate at which dollars are really sold, so only a quote is a price.
    capabilities: { exactOutput: true, indicativePricing: false },
    recipientFields: [nigerianBank, nigerianAccount],
    accountField: 'accountNumber',
  }),
  corridor({
    corridorId: 'mxn_mx_clabe',
    country: 'MX',
    currency: 'MXN',
    // The country sets no limit; the maximum is that of the other corridor without one.
    maximum: 50_000_00n,
    fee: 75n,
    recipientFields: [clabe],
    accountField: 'clabe',
  }),
];

/**
 * Every corridor of the sandbox. `GET /corridors` lists those from the organization's settlement currency
 * (specification, Endpoints, other operations).
 */
export const sandboxCorridors: readonly BankCorridor[] = [...euro, ...others, ...corridorsFromEuro];

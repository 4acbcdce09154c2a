import { isValidBIC, isValidIBAN } from 'ibantools';
import * as z from 'zod';
import { CurrencyCode, label } from '../../contract/fields.ts';
import { isAba } from '../../corridors/catalog/check-digits.ts';
import { cryptoAddressFields, isPaidOn } from './crypto-address.ts';

/** Text as banks print it: in groups, in any case. */
const compact = (text: string) => text.replace(/[ -]/g, '').toUpperCase();

const Iban = z
  .string()
  .max(64)
  .transform(compact)
  .refine((iban) => isValidIBAN(iban), 'is not an IBAN')
  .meta({ description: 'Spaces and hyphens are dropped.', examples: ['DE89370400440532013000'] });

const Bic = z
  .string()
  .max(16)
  .transform(compact)
  .refine((bic) => isValidBIC(bic), 'is not a BIC')
  .meta({ description: 'Of the bank: 8 or 11 characters.', examples: ['COBADEFFXXX'] });

const AccountNumber = z
  .string()
  .max(64)
  .transform(compact)
  .refine((number) => /^[0-9A-Z]{4,34}$/.test(number), 'is not an account number')
  .meta({
    description: 'Digits and letters; spaces and hyphens are dropped. With `routingCode`, in the place of an IBAN.',
  });

const RoutingCode = z
  .string()
  .max(32)
  .transform(compact)
  .refine((code) => /^[0-9A-Z]{3,20}$/.test(code), 'is not a routing code')
  .meta({ description: 'What names the bank beside an account number: a routing number, a sort code, a BSB.' });

/** An account has an IBAN, or what takes its place. */
function isOneAccount({ iban, accountNumber, routingCode }: Readonly<Record<string, unknown>>): boolean {
  const others = [accountNumber, routingCode].filter((part) => part !== undefined).length;
  return iban === undefined ? others === 2 : others === 0;
}

const bankDetails = z
  .strictObject({
    holderName: label(140).meta({ description: 'Who the account belongs to, as the bank knows it.' }),
    iban: Iban.optional(),
    accountNumber: AccountNumber.optional(),
    routingCode: RoutingCode.optional(),
    bic: Bic.optional(),
    bankName: label(140).optional().meta({ description: 'The bank, as buyers read it.' }),
  })
  .refine(isOneAccount, 'has to have an IBAN, or an account number with its routing code, and not both')
  .meta({ id: 'NewBankDetails', description: 'An IBAN, or an account number with its routing code.' });

const BankAccount = z
  .strictObject({
    kind: z.literal('bank').meta({ description: 'Paid by bank transfer.' }),
    currency: CurrencyCode,
    details: bankDetails,
  })
  // Nine digits beside an account in dollars are a routing number of the United States, and those have a check digit.
  .refine(
    ({ currency, details: { routingCode = '' } }) =>
      currency !== 'USD' || !/^\d{9}$/.test(routingCode) || isAba(routingCode),
    {
      error: 'has a wrong check digit',
      path: ['details', 'routingCode'],
    },
  );

const CryptoAccount = z.strictObject({
  kind: z.literal('crypto').meta({ description: 'Paid in tokens.' }),
  currency: z.literal('USD').meta({ description: 'Tokens pay links in USD.' }),
  details: z
    .strictObject(cryptoAddressFields)
    .refine(isPaidOn, { error: 'is not paid on this chain', path: ['token'] })
    .meta({ id: 'NewCryptoDetails', description: 'A stablecoin, the chain that it comes on, and the address.' }),
});

/** The body of `POST C/accounts` (design-second-half, Checkout, bank and crypto). */
export const AccountRequest = z.discriminatedUnion('kind', [BankAccount, CryptoAccount]).meta({
  id: 'RegisterCollectionAccount',
  description: 'A bank account or a crypto address that links can be paid into.',
});

export type AccountRequest = z.output<typeof AccountRequest>;

import { isValidBIC, isValidIBAN } from 'ibantools';
import * as z from 'zod';
import { CurrencyCode, label } from '../../../contract/fields.ts';
import { isAba } from '../../../corridors/catalog/fields/american.ts';
import type { MethodAccount } from '../payment-method.ts';

/** Banks print account numbers in groups, in upper or lower case. */
const compact = (text: string) => text.replace(/[ -]/g, '').toUpperCase();

const Iban = z
  .string()
  .max(64)
  .transform(compact)
  .refine((iban) => isValidIBAN(iban), 'is not an IBAN')
  .meta({ description: 'Spaces and hyphens are removed.', examples: ['DE89370400440532013000'] });

const Bic = z
  .string()
  .max(16)
  .transform(compact)
  .refine((bic) => isValidBIC(bic), 'is not a BIC')
  .meta({ description: 'The BIC of the bank: 8 or 11 characters.', examples: ['COBADEFFXXX'] });

const AccountNumber = z
  .string()
  .max(64)
  .transform(compact)
  .refine((number) => /^[0-9A-Z]{4,34}$/.test(number), 'is not an account number')
  .meta({
    description: 'Digits and letters; spaces and hyphens are removed. Used with `routingCode`, in place of an IBAN.',
  });

const RoutingCode = z
  .string()
  .max(32)
  .transform(compact)
  .refine((code) => /^[0-9A-Z]{3,20}$/.test(code), 'is not a routing code')
  .meta({ description: 'Identifies the bank of an account number: a routing number, a sort code or a BSB.' });

/** An account has either an IBAN, or an account number with a routing code. */
function isOneAccount({ iban, accountNumber, routingCode }: Readonly<Record<string, unknown>>): boolean {
  const others = [accountNumber, routingCode].filter((part) => part !== undefined).length;
  return iban === undefined ? others === 2 : others === 0;
}

const bankDetails = z
  .strictObject({
    holderName: label(140).meta({ description: 'The account holder, as known to the bank.' }),
    iban: Iban.optional(),
    accountNumber: AccountNumber.optional(),
    routingCode: RoutingCode.optional(),
    bic: Bic.optional(),
    bankName: label(140).optional().meta({ description: 'The name of the bank, shown to buyers.' }),
  })
  .refine(isOneAccount, 'must have either an IBAN, or an account number with its routing code')
  .meta({ id: 'NewBankDetails', description: 'An IBAN, or an account number with its routing code.' });

const request = z
  .strictObject({
    kind: z.literal('bank').meta({ description: 'Paid by bank transfer.' }),
    currency: CurrencyCode,
    details: bankDetails,
  })
  // A nine-digit routing code of a dollar account is a US routing number, which has a check digit.
  .refine(
    ({ currency, details: { routingCode = '' } }) =>
      currency !== 'USD' || !/^\d{9}$/.test(routingCode) || isAba(routingCode),
    {
      error: 'has a wrong check digit',
      path: ['details', 'routingCode'],
    },
  );

const details = z.object({
  holderName: z.string().meta({ description: 'The account holder.' }),
  iban: z
    .string()
    .optional()
    .meta({ description: 'Without spaces. Alternatively, `accountNumber` and `routingCode` are given.' }),
  accountNumber: z.string().optional().meta({ description: 'Given if there is no IBAN.' }),
  routingCode: z.string().optional().meta({ description: 'Identifies the bank of `accountNumber`.' }),
  bic: z.string().optional().meta({ description: 'Present if it was registered.' }),
  bankName: z.string().optional().meta({ description: 'Present if it was registered.' }),
});

/** A bank account that buyers transfer money to. */
export const account = {
  request,
  details,
  identityOf({ currency, details }) {
    const { iban, routingCode, accountNumber } = details as Readonly<Record<string, string | undefined>>;
    return ['bank', currency, ...(iban === undefined ? [routingCode, accountNumber] : [iban])].join(' ');
  },
  missing: 'an account',
  kept: (details) => ({ details }),
} satisfies MethodAccount;

import { type PixKeyKind, pixKeyKind } from '../../corridors/catalog/pix-key.ts';
import type { Corridor, RecipientDetails } from '../../ports/corridor.ts';

/** Number of check digits at the end of a PIX key. Keys of the kinds that are not listed choose no outcome. */
const PIX_CHECK_DIGITS: Readonly<Partial<Record<PixKeyKind, number>>> = { cpf: 2, cnpj: 2, phone: 0 };

function withoutPixCheckDigits(key: string): string {
  const kind = pixKeyKind(key);
  const checkDigits = kind && PIX_CHECK_DIGITS[kind];
  return checkDigits === undefined ? '' : key.slice(0, key.length - checkDigits);
}

/** An IBAN's check digits come first. Check digits that some countries also put last count as part of the number. */
function withoutCheckDigits({ accountField, country }: Corridor, account: string): string {
  if (accountField === 'pixKey') return withoutPixCheckDigits(account);
  const endsInCheckDigit = accountField === 'clabe' || country === 'NG';
  return endsInCheckDigit ? account.slice(0, -1) : account;
}

/**
 * The two digits that choose a sandbox outcome: the last two of the account number before any check digits at its end.
 * Empty where the number ends in letters, and for e-mail and random keys.
 */
export function outcomeDigits(corridor: Corridor, details: RecipientDetails): string {
  const account = withoutCheckDigits(corridor, details[corridor.accountField] ?? '');
  return /\d\d$/.exec(account)?.[0] ?? '';
}

/**
 * The last two digits of an amount in minor units, which choose an outcome where there is no account: `01` of 150.01
 * dollars, and of 15001 yen.
 */
export function amountDigits(amount: string): string {
  return amount.slice(-2).padStart(2, '0');
}

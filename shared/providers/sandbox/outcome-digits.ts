import { accountFieldOf } from '../../corridors/catalog/find-corridor.ts';
import type { Corridor, RecipientDetails } from '../../ports/corridor.ts';

/**
 * An IBAN's check digits come first. Check digits that some countries also put last count as part of the number. Empty
 * for a value that is not a number.
 */
function withoutCheckDigits(corridor: Corridor, account: string): string {
  const checkDigits = accountFieldOf(corridor)?.rules?.checkDigits;
  if (!checkDigits) return account;
  const count = checkDigits.countIn(account);
  return count === undefined ? '' : account.slice(0, account.length - count);
}

/**
 * The two digits that select a sandbox outcome: the last two of the account number before any check digits at its end.
 * Empty if the number ends with letters, and for email and random keys.
 */
export function outcomeDigits(corridor: Corridor, details: RecipientDetails): string {
  const account = withoutCheckDigits(corridor, details[corridor.accountField] ?? '');
  return /\d\d$/.exec(account)?.[0] ?? '';
}

/**
 * The last two digits of an amount in minor units, which select an outcome if there is no account: `01` of 150.01
 * dollars, and of 15001 yen.
 */
export function amountDigits(amount: string): string {
  return amount.slice(-2).padStart(2, '0');
}

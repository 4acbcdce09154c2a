import type { Corridor } from '../../ports/corridor.ts';
import type { RecipientDetails } from './recipient-details.ts';

/** Fields that describe an account but do not identify it. */
const DESCRIPTIVE: ReadonlySet<string> = new Set(['accountType']);

/** An IBAN names one account everywhere, whichever country's corridor pays it. */
function scopeOf({ accountField, country }: Corridor): string {
  return accountField === 'iban' ? 'iban' : country;
}

/**
 * Canonical text of the bank account that normalized details name; equal texts are the same account.
 * `iban:DE89370400440532013000`, `GB:601613:31926819`.
 * @see specification, Create a recipient, 409 `BANK_ACCOUNT_ALREADY_LINKED`
 */
export function accountIdentity(corridor: Corridor, normalizedDetails: RecipientDetails): string {
  const parts = corridor.recipientFields
    .filter(({ name }) => !DESCRIPTIVE.has(name))
    .map(({ name }) => normalizedDetails[name] ?? '');
  return [scopeOf(corridor), ...parts].join(':');
}

function mask(value: string): string {
  // A number of at most four characters would be shown whole.
  return value.length > 4 ? `••••${value.slice(-4)}` : '••••';
}

/** The details as reads show them: the account number masked to its last four characters, `••••3000`. */
export function maskRecipientDetails(corridor: Corridor, details: RecipientDetails): RecipientDetails {
  const account = details[corridor.accountField];
  return account === undefined ? details : { ...details, [corridor.accountField]: mask(account) };
}

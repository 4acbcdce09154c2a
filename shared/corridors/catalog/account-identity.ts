import type { Corridor, RecipientDetails } from '../../ports/corridor.ts';

/** Fields that describe an account but do not identify it. */
const DESCRIPTIVE: ReadonlySet<string> = new Set(['accountType', 'pixKeyType']);

/** An IBAN names one account everywhere, whichever country's corridor pays it. */
function scopeOf({ accountField, country }: Corridor): string {
  return accountField === 'iban' ? 'iban' : country;
}

/** The code of a bank's head office, ISO 9362: the same bank as without the three letters. */
const HEAD_OFFICE = 'XXX';
const BIC = /^[A-Z]{6}[A-Z0-9]{2}$/;

/** A Nigerian institution's five digits after the nine of the central bank: the same institution as without. */
const NIGERIAN_SIX = /^9[0-9]{5}$/;

function institutionOf({ country }: Corridor, bankCode: string): string {
  return country === 'NG' && NIGERIAN_SIX.test(bankCode) ? bankCode.slice(1) : bankCode;
}

/** A bank's code without its head office. */
export function bankOf(bankCode: string): string {
  const bank = bankCode.slice(0, -HEAD_OFFICE.length);
  return bankCode.endsWith(HEAD_OFFICE) && BIC.test(bank) ? bank : bankCode;
}

/** Normalized details as every release means them: earlier ones stored a bank's code in another form. */
export function comparableDetails(corridor: Corridor, normalizedDetails: RecipientDetails): RecipientDetails {
  const { bankCode } = normalizedDetails;
  if (bankCode === undefined) return normalizedDetails;
  return { ...normalizedDetails, bankCode: institutionOf(corridor, bankOf(bankCode)) };
}

function identityOf(corridor: Corridor, details: RecipientDetails): string {
  const parts = corridor.recipientFields
    .filter(({ name }) => !DESCRIPTIVE.has(name))
    .map(({ name }) => details[name] ?? '');
  return [scopeOf(corridor), ...parts].join(':');
}

/**
 * Texts of the bank account that normalized details name; accounts that have one in common are the same. The first is the
 * account's own: `iban:DE89370400440532013000`, `GB:601613:31926819`. The others are those under which an earlier release may have
 * stored it: a BIC with `XXX` was another text.
 * @see specification, Create a recipient, 409 `BANK_ACCOUNT_ALREADY_LINKED`
 */
export function accountIdentities(
  corridor: Corridor,
  normalizedDetails: RecipientDetails,
): readonly [own: string, ...earlier: string[]] {
  const details = comparableDetails(corridor, normalizedDetails);
  const own = identityOf(corridor, details);
  const { bankCode = '' } = details;
  if (!BIC.test(bankCode)) return [own];
  return [own, identityOf(corridor, { ...details, bankCode: bankCode + HEAD_OFFICE })];
}

/** The account's own text; equal texts are the same account. */
export function accountIdentity(corridor: Corridor, normalizedDetails: RecipientDetails): string {
  return accountIdentities(corridor, normalizedDetails)[0];
}

/** Whether a bank's code is a BIC for tests: its eighth character is a zero (ISO 9362). */
export function isTestBic(bankCode: string): boolean {
  const bank = bankOf(bankCode).slice(0, 8);
  return BIC.test(bank) && bank.endsWith('0');
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

import type { Corridor, RecipientDetails } from '../../ports/corridor.ts';
import { accountFieldOf } from './find-corridor.ts';

/** An IBAN names one account everywhere, whichever country's corridor pays it. A wallet belongs to no country. */
function scopeOf(corridor: Corridor): string {
  return accountFieldOf(corridor)?.rules?.scheme ?? corridor.country ?? 'wallet';
}

/** Normalized details in the current form. Earlier releases stored some of them in another form. */
export function comparableDetails(
  { recipientFields }: Corridor,
  normalizedDetails: RecipientDetails,
): RecipientDetails {
  const compared = recipientFields.flatMap(({ name, rules }): [string, string][] => {
    const value = normalizedDetails[name];
    return value !== undefined && rules?.comparable ? [[name, rules.comparable(value)]] : [];
  });
  return { ...normalizedDetails, ...Object.fromEntries(compared) };
}

function identityOf(corridor: Corridor, details: RecipientDetails): string {
  const parts = corridor.recipientFields
    .filter(({ rules }) => !rules?.isDescriptive)
    .map(({ name }) => details[name] ?? '');
  return [scopeOf(corridor), ...parts].join(':');
}

/**
 * Texts that identify the bank account in normalized details. Accounts that share one are the same. The first is the
 * account's own: `iban:DE89370400440532013000`, `GB:601613:31926819`,
 * `wallet:USDC:base:0x52908400098527886E0F7030069857D2E4169EE7`. The others are those under which an earlier release
 * may have stored it: a BIC with `XXX` was a different text.
 * @see specification, Create a recipient, 409 `BANK_ACCOUNT_ALREADY_LINKED`
 */
export function accountIdentities(
  corridor: Corridor,
  normalizedDetails: RecipientDetails,
): readonly [own: string, ...earlier: string[]] {
  const details = comparableDetails(corridor, normalizedDetails);
  const earlier = corridor.recipientFields.flatMap(({ name, rules }) => {
    const form = rules?.earlierForm?.(details[name] ?? '');
    return form === undefined ? [] : [identityOf(corridor, { ...details, [name]: form })];
  });
  return [identityOf(corridor, details), ...earlier];
}

/** The account's own text. Equal texts identify the same account. */
export function accountIdentity(corridor: Corridor, normalizedDetails: RecipientDetails): string {
  return accountIdentities(corridor, normalizedDetails)[0];
}

function mask(value: string): string {
  // A number of at most four characters would otherwise be shown in full.
  return value.length > 4 ? `••••${value.slice(-4)}` : '••••';
}

/** The details as reads show them, with the account number masked except for its last four characters, `••••3000`. */
export function maskRecipientDetails(corridor: Corridor, details: RecipientDetails): RecipientDetails {
  const account = details[corridor.accountField];
  return account === undefined ? details : { ...details, [corridor.accountField]: mask(account) };
}

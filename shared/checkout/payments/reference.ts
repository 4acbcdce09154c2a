import * as z from 'zod';
import { refTo } from '../../ground/table/expressions.ts';
import { PaymentExternalIdEntity } from './payment.ts';

/** The number of random base-36 digits in a payment's id. */
const chanceDigits = 16;
/**
 * The number of decimal digits in a reference, which hold 66 bits. With prefix and check digits, a reference has 24
 * characters; ISO allows 25.
 */
const decimals = 20;
/**
 * The maximum length in characters of a bank's text. All the texts that a bank sends with a transfer are shorter
 * together.
 */
const longestText = 2_000;
const pattern = /^RF\d{2}[0-9A-Z]{1,21}$/;

/**
 * Derives a creditor reference (ISO 11649) for one attempt to pay by bank from the random part of the payment's id. The
 * buyer enters it in the transfer. It consists of digits, because the check digits detect every mistyped digit and
 * every transposition of digits, but not of letters (they do not distinguish `3X` from `X3`).
 * @param suffix of the payment's id (`Ids.suffix`)
 */
export function referenceFrom(suffix: string): string {
  const chance = [...suffix.slice(-chanceDigits)].reduce(
    (sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)),
    0n,
  );
  const text = String(chance % 10n ** BigInt(decimals)).padStart(decimals, '0');
  const check = 98 - remainderOf(`${text}RF00`);
  return `RF${String(check).padStart(2, '0')}${text}`;
}

/** Tells whether a text without spaces is a creditor reference with the right check digits. */
export function isReference(text: string): boolean {
  return pattern.test(text) && remainderOf(text.slice(4) + text.slice(0, 4)) === 1;
}

/** Computes the remainder of ISO 7064 MOD 97-10, which replaces each letter by two digits: A is 10. */
function remainderOf(text: string): number {
  const digits = [...text].map((character) => Number.parseInt(character, 36)).join('');
  return Number(BigInt(digits) % 97n);
}

/**
 * Matches one of our references in the text of a bank, which may insert any characters other than letters and digits.
 * No further digit may follow directly.
 */
const ours = /(?=(R[^0-9A-Z]*F(?:[^0-9A-Z]*\d){22})(?!\d))/g;

/**
 * Finds the references in a text. If the whole text is one reference, in groups and in upper or lower case, it is the
 * result. Otherwise the result is every distinct reference of our form and length in the text. Banks add words, or a
 * code such as `/RFB/`, to the text that the buyer entered.
 */
export function referencesIn(text: string): readonly string[] {
  const upper = text.normalize('NFKC').toUpperCase();
  const whole = upper.replaceAll(/\s/g, '');
  if (isReference(whole)) return [whole];
  const found = Array.from(upper.matchAll(ours), ([, match = '']) => match.replaceAll(/[^0-9A-Z]/g, ''));
  return [...new Set(found.filter(isReference))];
}

/** Validates the text that a bank sends with a transfer. It must contain exactly one reference. */
export const PaymentReference = z
  .string()
  .max(longestText)
  .meta({ examples: ['RF18 5390 0754 7034'] })
  .transform((text, context) => {
    const [reference, another] = referencesIn(text);
    if (reference !== undefined && another === undefined) return reference;
    const message = another === undefined ? 'has no payment reference (ISO 11649)' : 'has several payment references';
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

/** Returns the key that finds the payment with a reference, which is the `externalId` of a bank payment. */
export function referenceRef(organizationId: string, reference: string) {
  return refTo(PaymentExternalIdEntity, { organizationId, externalId: reference });
}

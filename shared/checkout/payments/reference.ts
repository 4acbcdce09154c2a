import * as z from 'zod';
import { refTo } from '../../ground/table/expressions.ts';
import { PaymentExternalIdEntity } from './payment.ts';

/** The number of random base-36 digits in a payment's id. */
const chanceDigits = 16;
/** 66 bits. With prefix and check digits that makes 24 characters; ISO allows 25. */
const decimals = 20;
/** In characters. The texts that a bank sends with a transfer are shorter, all together. */
const longestText = 2_000;
const pattern = /^RF\d{2}[0-9A-Z]{1,21}$/;

/**
 * A creditor reference (ISO 11649) for one attempt to pay by bank, which the buyer writes on the transfer. It is
 * derived from the random part of the payment's id. It has digits only, because the check digits detect every mistyped
 * digit and every transposition of digits, but not of letters (`3X` and `X3` are equal to them).
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

/** Whether a text without spaces is a creditor reference with the right check digits. */
export function isReference(text: string): boolean {
  return pattern.test(text) && remainderOf(text.slice(4) + text.slice(0, 4)) === 1;
}

/** ISO 7064 MOD 97-10, with letters as two digits: A is 10. */
function remainderOf(text: string): number {
  const digits = [...text].map((character) => Number.parseInt(character, 36)).join('');
  return Number(BigInt(digits) % 97n);
}

/**
 * One of our references in the text of a bank, which may break it up with any characters other than letters and digits.
 * No further digit may follow directly.
 */
const ours = /(?=(R[^0-9A-Z]*F(?:[^0-9A-Z]*\d){22})(?!\d))/g;

/**
 * The references in a text: the whole text if it is one, in groups and in any case; otherwise all references of our
 * form and length in it, each once. Banks add words, or a code such as `/RFB/`, to what the buyer wrote.
 */
export function referencesIn(text: string): readonly string[] {
  const upper = text.normalize('NFKC').toUpperCase();
  const whole = upper.replaceAll(/\s/g, '');
  if (isReference(whole)) return [whole];
  const found = Array.from(upper.matchAll(ours), ([, match = '']) => match.replaceAll(/[^0-9A-Z]/g, ''));
  return [...new Set(found.filter(isReference))];
}

/** The text that a bank sends with a transfer. It must contain exactly one reference. */
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

/** Finds the payment with a reference, which is the `externalId` of a bank payment. */
export function referenceRef(organizationId: string, reference: string) {
  return refTo(PaymentExternalIdEntity, { organizationId, externalId: reference });
}

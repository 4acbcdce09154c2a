import * as z from 'zod';
import { read } from '../../ground/table/expressions.ts';
import { PaymentExternalIdEntity } from './payment.ts';

/** How much of a payment's id is chance, in digits of base 36. */
const chanceDigits = 16;
/** 66 bits. With prefix and check digits that is 24 characters, of 25 that ISO allows. */
const decimals = 20;
/** In characters. What a bank sends with a transfer is shorter, in all its parts. */
const longestText = 2_000;
const pattern = /^RF\d{2}[0-9A-Z]{1,21}$/;

/**
 * A creditor reference (ISO 11649) for one attempt to pay by bank: what the buyer writes on the transfer. It follows from the
 * chance of the payment's id. It has digits only: of those the check digits find every mistyped one and every two that changed
 * places, of letters they do not (`3X` and `X3` are the same to them).
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

/** One of ours in the text of a bank, which may break it up by whatever is neither letter nor digit. No digit may touch it. */
const ours = /(?=(R[^0-9A-Z]*F(?:[^0-9A-Z]*\d){22})(?!\d))/g;

/**
 * The references in a text: the whole text, if it is one, in groups and in any case; otherwise those of our form and length
 * that stand in it, each once. Banks put words around what the buyer wrote, or a code such as `/RFB/`.
 */
export function referencesIn(text: string): readonly string[] {
  const upper = text.normalize('NFKC').toUpperCase();
  const whole = upper.replaceAll(/\s/g, '');
  if (isReference(whole)) return [whole];
  const found = Array.from(upper.matchAll(ours), ([, match = '']) => match.replaceAll(/[^0-9A-Z]/g, ''));
  return [...new Set(found.filter(isReference))];
}

/** What a bank sends with a transfer. Exactly one reference must stand in it. */
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

/** Finds the payment that has a reference. A bank payment has it as its `externalId`. */
export function referenceRead(organizationId: string, reference: string) {
  return read(PaymentExternalIdEntity, { organizationId, externalId: reference });
}

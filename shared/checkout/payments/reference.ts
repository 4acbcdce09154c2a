import * as z from 'zod';
import { read } from '../../ground/table/expressions.ts';
import { PaymentExternalIdEntity } from './payment.ts';

/** How much of a payment's id is chance, in digits of base 36. */
const chanceDigits = 16;
/** 66 bits. With prefix and check digits that is 24 characters, of 25 that ISO allows. */
const decimals = 20;
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

/** A reference as people copy it: in groups, in any case. */
export const PaymentReference = z
  .string()
  .max(64)
  .meta({ examples: ['RF18 5390 0754 7034'] })
  .transform((text) => text.replace(/\s/g, '').toUpperCase())
  .refine(isReference, 'is not a payment reference (ISO 11649)');

/** Finds the payment that has a reference. A bank payment has it as its `externalId`. */
export function referenceRead(organizationId: string, reference: string) {
  return read(PaymentExternalIdEntity, { organizationId, externalId: reference });
}

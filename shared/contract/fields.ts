import * as z from 'zod';
import { isIsoCurrency } from '../ground/money/currencies.ts';
import { comparedForm } from '../ground/text/compared-form.ts';
import { hasStrayFormatCharacter } from '../ground/text/format-characters.ts';
import { instantPattern, isOfCalendar, readInstant } from '../ground/time/read-instant.ts';
import { describeAmount, describeCode, describeInstant, describeNumber } from './faults/describe-text.ts';

/** Fields that several requests and responses share. */

export const AmountText = z
  .string({ error: ({ input }) => describeNumber(input) })
  .max(24)
  .regex(/^(0|[1-9]\d{0,14})(\.\d{1,4})?$/, { error: ({ input }) => describeAmount(String(input)) })
  .meta({
    id: 'Amount',
    description: 'Decimal string with at most as many decimal places as the currency has.',
    examples: ['150.00'],
  });

/** A sum in an answer. It can have more digits than an amount in a request. */
export const TotalText = z
  .string()
  .regex(/^\d+(\.\d+)?$/)
  .meta({ id: 'Total', description: 'Decimal string with the decimal places of the currency.', examples: ['150.00'] });

/** A signed amount in an answer. */
export const SignedAmountText = z
  .string()
  .regex(/^-?\d+(\.\d+)?$/)
  .meta({ description: 'Decimal string; negative for money that leaves the balance.', examples: ['-150.00'] });

/** Whether real money moves, determined by the mode of the organization. */
export const Livemode = z.boolean().meta({ description: '`true` if real money moves; `false` in the sandbox.' });

/** The rows of a list, in the order stated by the operation. */
export function rowsOf<Row extends z.ZodType>(row: Row) {
  return z.array(row).meta({ description: 'In the order stated by the operation. Empty if there are none.' });
}

/** Any ISO 4217 currency. The operation reports whether a corridor serves it. */
export const CurrencyCode = z
  .string()
  .regex(/^[A-Z]{3}$/, {
    error: ({ input }) => describeCode(String(input), 'an ISO 4217 code', isIsoCurrency),
    abort: true,
  })
  .refine(isIsoCurrency, 'is not a current ISO 4217 currency')
  .meta({ id: 'Currency', description: 'ISO 4217 code.', examples: ['USD'] });

export const CountryCode = z
  .string()
  .regex(/^[A-Z]{2}$/, {
    error: ({ input }) => describeCode(String(input), 'an ISO 3166 alpha-2 code', (code) => /^[A-Z]{2}$/.test(code)),
  })
  .meta({ description: 'ISO 3166 alpha-2 code.', examples: ['DE'] });

export const MoneyView = z
  .object({ amount: AmountText, currency: CurrencyCode })
  .meta({ id: 'Money', description: 'An amount with its currency.' });

export const Instant = z.iso
  .datetime({ precision: 3 })
  .meta({ id: 'Instant', description: 'ISO 8601 in UTC with milliseconds.', examples: ['2026-01-31T12:00:00.000Z'] });

/**
 * An instant as a caller writes it, in milliseconds. It must have a time zone, because its hour would be ambiguous
 * without one. Its offset must keep it within the years 0000 to 9999, because later or earlier instants could not be
 * displayed.
 */
export const ZonedInstant = z
  .string({ error: ({ input }) => describeInstant(input) })
  .regex(instantPattern, { abort: true, error: ({ input }) => describeInstant(input) })
  .refine(isOfCalendar, { abort: true, error: ({ input }) => describeInstant(input) })
  .refine(isInFourDigits, { abort: true, error: 'is outside the years 0000 to 9999 in UTC' })
  .meta({ format: 'date-time' })
  .transform(readInstant);

function isInFourDigits(instant: string): boolean {
  const year = new Date(readInstant(instant)).getUTCFullYear();
  return year >= 0 && year <= 9_999;
}

/** An instant in a query. */
export const InstantParameter = ZonedInstant.meta({ description: 'ISO 8601 with a time zone; inclusive.' });

/**
 * Lists the characters, because not every reader of the OpenAPI document supports `\p{Cc}` and `\p{Cf}`: all of both up
 * to U+FFFF, except the joiners U+180E, U+200C and U+200D. `hasStrayFormatCharacter` checks those and characters above
 * U+FFFF.
 */
const fromDelete = String.raw`\u007f-\u009f\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u200b\u200e-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb`;
const withoutControlCharacters = new RegExp(String.raw`^[^\u0000-\u001f${fromDelete}]*$`);
const withLineBreaks = new RegExp(String.raw`^[^\u0000-\u0009\u000b\u000c\u000e-\u001f${fromDelete}]*$`);

/**
 * Text written by people. It must contain visible characters and no control characters, and format characters only
 * where a script or an emoji needs them. Elsewhere they can hide a difference or change the visible order.
 */
export function label(maxLength: number) {
  return plainText(
    z.string().trim().min(1).max(maxLength).regex(withoutControlCharacters, hasControlCharacters),
  ).refine((written) => written === '' || comparedForm(written) !== '', 'has no visible characters');
}

/** How a label in a query finds what it names: by its `comparedForm`. */
export const sameText = 'Differences in Unicode composition, kinds of space or invisible characters are ignored.';

/** Like a label, but with line breaks allowed. Only spaces, or an empty text, count as no remark. */
export function remark(maxLength: number) {
  return plainText(z.string().trim().max(maxLength).regex(withLineBreaks, hasControlCharacters)).transform(
    (text) => text || undefined,
  );
}

/** A text is reported once, however many rules it breaks. */
const hasControlCharacters = { error: 'has control or format characters', abort: true };

function plainText(text: z.ZodString): z.ZodString {
  return text
    .refine((written) => !hasStrayFormatCharacter(written), hasControlCharacters)
    .refine((written) => written.isWellFormed(), 'is not well-formed Unicode');
}

/**
 * A name from a set that later releases can extend. A generated client must not refuse an unknown name, so the document
 * lists the names without closing the list.
 */
export function openEnum<const Names extends readonly string[]>(names: Names) {
  return z.string().meta({ 'x-extensible-enum': [...names] });
}

export const Id = z.string().regex(/^[A-Za-z0-9_.-]{1,128}$/, 'is not an id');

/** Specification, Endpoints, common rule 3. */
export const idempotencyKeyPattern = /^[A-Za-z0-9_.:-]{1,255}$/;

/** An idempotency key in a query. In the header, a faulty key is refused with a description of the fault. */
export const IdempotencyKey = z
  .string()
  .regex(idempotencyKeyPattern, 'is not an idempotency key: 1 to 255 characters of A-Z a-z 0-9 _ . : -')
  .meta({ examples: ['payroll-2026-01:ada'] });

/** A page size. A size out of range is refused. */
export function limitParameter(max: number, byDefault: number) {
  return z
    .string()
    .regex(/^\d{1,6}$/, `is not a number from 1 to ${max}`)
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= max, `is not a number from 1 to ${max}`)
    .default(byDefault)
    .meta({ description: `1 to ${max}. Defaults to ${byDefault}.`, minimum: 1, maximum: max });
}

/** A page size that is never refused: a larger number is treated as the maximum, and an invalid one as the default. */
export function clampedLimitParameter(max: number, byDefault: number) {
  return z
    .string()
    .transform((text) => (/^0*[1-9]\d*$/.test(text) ? Math.min(Number(text), max) : byDefault))
    .default(byDefault)
    .meta({
      description: `1 to ${max}. Defaults to ${byDefault}. A larger number is treated as ${max}, and an invalid one as ${byDefault}.`,
      minimum: 1,
      maximum: max,
    });
}

/** A comma-separated list of known values. */
export function listParameter<const Value extends string>(values: readonly Value[]) {
  return z
    .string()
    .max(2_000)
    .transform((text) => [...new Set(text.split(','))])
    .pipe(z.array(z.enum(values)))
    .meta({ description: `Comma-separated: ${values.join(', ')}.` });
}

/** A page cursor in a query. `positionOf` checks it. */
export const CursorParameter = z
  .string()
  .max(512)
  .meta({ description: 'The `nextCursor` of the previous page, unchanged.' });

/** The page cursor of the next page of a list. */
export const NextCursor = z.string().optional().meta({ description: 'Absent on the last page.' });

export const PurposeOfPayment = z
  .string()
  .regex(/^[A-Za-z0-9_.-]{1,64}$/, 'is not the id of a payment reason')
  .meta({ description: 'An id from the list of payment reasons.' });

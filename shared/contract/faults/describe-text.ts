/** What is wrong with a text of a well-known form, in words that follow the field's name. The value is not repeated. */

const amountForm = 'is not a decimal string such as 150.00';
const mostPlaces = 2;

/** An amount sent as a JSON number. Readers of such numbers round them. */
export function describeNumber(input: unknown): string | undefined {
  if (typeof input !== 'number') return undefined;
  const isPlain = Number.isFinite(input) && input >= 0 && input < 1e12 && Number(input.toFixed(mostPlaces)) === input;
  const written = isPlain ? input.toFixed(mostPlaces) : '150.00';
  return `is a number, not a string: send "${written}", with as many decimal places as the currency has`;
}

const amountFaults: readonly (readonly [RegExp, string])[] = [
  [/^-/, 'is negative: send an amount above zero'],
  [/^\d+,\d{1,2}$/, 'has a comma: write 150.00, with a decimal point'],
  [/,/, 'has a comma: write 1500.00, without thousands separators'],
  [
    /[$\u20ac\u00a3\u00a5]|^[A-Z]{3}\s*\d|\d\s*[A-Z]{3}$/i,
    'includes a currency: write only the number, such as 150.00',
  ],
  [/^\d+(\.\d+)?[eE][+-]?\d+$/, 'is in exponent notation: write it out, such as 150.00'],
  [/^\d+\.\d{5,}$/, 'has more than 4 decimal places'],
  [/\s/, 'has a space in it: write digits and a point only'],
  [/^\d{16,}(\.\d+)?$/, 'has more than 15 digits before the point'],
  [/^0\d/, 'starts with a zero: write 150.00'],
];

export function describeAmount(text: string): string {
  return amountFaults.find(([pattern]) => pattern.test(text))?.[1] ?? amountForm;
}

/** @param isKnown whether an upper-case code exists */
export function describeCode(text: string, form: string, isKnown: (code: string) => boolean): string {
  const upper = text.toUpperCase();
  return upper !== text && isKnown(upper) ? `is not ${form}: write ${upper}` : `is not ${form}`;
}

/**
 * Some forms of ISO 8601 are refused, such as weeks and times without separators, so the text shows the accepted form.
 */
const instantForm = 'is not an instant such as 2026-01-31T12:00:00Z, with a time zone';

export function describeInstant(input: unknown): string {
  const text = String(input);
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return `${instantForm}: add the time, as T00:00:00Z`;
  if (/^\d{4}-\d\d-\d\d[Tt][\d:.,]+$/.test(text)) return `${instantForm}: add Z, or an offset such as +01:00`;
  if (/^\d{4}-\d\d-\d\d[Tt][\d:.,]+ \d\d(:?\d\d)?$/.test(text)) return `${instantForm}: write + as %2B in a query`;
  if (/^\d{4}-\d\d-\d\d /.test(text)) return `${instantForm}: write T between date and time`;
  if (/[Tt]24:/.test(text)) return `${instantForm}: write midnight as T00:00 of the next day`;
  if (/^\d{9,}$/.test(text)) return `${instantForm}: it is a number`;
  return instantForm;
}

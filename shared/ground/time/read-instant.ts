const day = String.raw`\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])`;

/**
 * An ISO 8601 instant in the extended format. Seconds are optional, and so are the colon and the minutes of the offset.
 * A comma may replace the decimal point. RFC 3339 also allows lower-case letters. {@link isOfCalendar} checks whether
 * the month has the day.
 */
export const instantPattern = new RegExp(
  String.raw`^${day}[Tt](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d+)?)?(?:[Zz]|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)$`,
);

/** Whether the day exists in its month. @param instant that matches `instantPattern` */
export function isOfCalendar(instant: string): boolean {
  const date = instant.slice(0, 10);
  return new Date(`${date}T00:00:00Z`).toISOString().startsWith(date);
}

const parts = /^(.{10})[Tt](\d\d:\d\d)(?::(\d\d)(?:[.,](\d+))?)?(?:[Zz]|([+-]\d\d):?(\d\d)?)$/;

/** @param text an instant that matches `instantPattern`. @returns milliseconds since the epoch */
export function readInstant(text: string): number {
  const [, date, minute, second = '00', fraction = '0', offsetHours, offsetMinutes = '00'] = parts.exec(text) ?? [];
  const offset = offsetHours === undefined ? 'Z' : `${offsetHours}:${offsetMinutes}`;
  return Date.parse(`${date}T${minute}:${second}.${fraction}${offset}`);
}

/**
 * The instant a number of calendar years later, at the same day and time. February 29 becomes March 1 in years without
 * it.
 */
export function yearsLater(ms: number, years: number): number {
  const date = new Date(ms);
  return date.setUTCFullYear(date.getUTCFullYear() + years);
}

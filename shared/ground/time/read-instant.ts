const day = String.raw`\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])`;

/**
 * An instant of ISO 8601 in the extended format: seconds may be left out, and so may the colon or the minutes of the offset.
 * A comma may stand in place of the point. RFC 3339 also allows lower-case letters. Whether a month has the day is for {@link isOfCalendar} to say.
 */
export const instantPattern = new RegExp(
  String.raw`^${day}[Tt](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d+)?)?(?:[Zz]|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)$`,
);

/** Whether its month has its day. @param instant that matches `instantPattern` */
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

/** The same day and time so many calendar years later. The 29th of February becomes the 1st of March where there is none. */
export function yearsLater(ms: number, years: number): number {
  const date = new Date(ms);
  return date.setUTCFullYear(date.getUTCFullYear() + years);
}

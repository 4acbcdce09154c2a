/** Returns milliseconds since the epoch. Injected, so that tests of several days take milliseconds. */
export type Clock = () => number;

/** Clocks that differ by at most this much count as equal. Milliseconds. */
export const clockToleranceMs = 5_000;

/** Resolves after a number of milliseconds. Injected for the same reason as the clock. */
export type Sleep = (ms: number) => Promise<void>;

/** The API's timestamp: ISO 8601 in UTC with milliseconds. */
export function timestamp(ms: number): string {
  return new Date(ms).toISOString();
}

/** The UTC day of a time: `2026-03-01`. */
export function utcDay(ms: number): string {
  return timestamp(ms).slice(0, 10);
}

/** DynamoDB's TTL attribute: whole seconds. */
export function ttlSeconds(ms: number): number {
  return Math.ceil(ms / 1000);
}

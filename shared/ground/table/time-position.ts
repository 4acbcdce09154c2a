import { sortable } from './table.ts';

/** Times of rows, milliseconds; inclusive. */
export interface TimeBounds {
  readonly createdAfter?: number | undefined;
  readonly createdBefore?: number | undefined;
}

const timeDigits = 13;
/** The last time that a position can hold, in the year 2286; a caller may ask for the year 9999. */
const lastTime = 10 ** timeDigits - 1;

/** Sort key of a row of a history: by time, then by the rest. */
export function timePosition(at: number, rest: string): string {
  return `${sortable(Math.min(at, lastTime), timeDigits)}#${rest}`;
}

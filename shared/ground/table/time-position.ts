import { sortable } from './table.ts';

/** Inclusive bounds for the times of rows, milliseconds. */
export interface TimeBounds {
  readonly createdAfter?: number | undefined;
  readonly createdBefore?: number | undefined;
}

const timeDigits = 13;
/** The latest time that a position can hold is in the year 2286, but callers may ask for the year 9999. */
const lastTime = 10 ** timeDigits - 1;

/** Sort key of a row in a history, which sorts by time first. */
export function timePosition(at: number, rest: string): string {
  return `${sortable(Math.min(at, lastTime), timeDigits)}#${rest}`;
}

/** The time of a row by its sort key, in milliseconds. */
export function timeOfPosition(position: string): number {
  return Number(position.slice(0, timeDigits));
}

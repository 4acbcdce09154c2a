import type { Ids } from '../../ground/time/ids.ts';

/** The number of hexadecimal digits for the time in milliseconds. */
const timeDigits = 12;
const digits = 32;
/** The number of milliseconds by which the clocks of two processes may differ. */
const toleranceMs = 60_000;

/** Creates the id of a view of a link's page: the time and 80 random bits. */
export function newView(ids: Pick<Ids, 'token'>, now: number): string {
  return now.toString(16).padStart(timeDigits, '0') + ids.token().slice(0, digits - timeDigits);
}

/**
 * Returns when a view was created, in milliseconds. An id with an impossible time, such as a view of an earlier
 * release, counts as older than everything, so that nobody is asked for money again because of it.
 */
export function madeAt(view: string, now: number): number {
  const at = Number.parseInt(view.slice(0, timeDigits), 16);
  return at <= now + toleranceMs ? at : 0;
}

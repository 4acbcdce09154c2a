import type { Ids } from '../../ground/time/ids.ts';

/** Hexadecimal digits of milliseconds. */
const timeDigits = 12;
const digits = 32;
/** Milliseconds by which the clocks of two processes may differ. */
const toleranceMs = 60_000;

/** Names a view of a link's page: when it was made, and 80 random bits. */
export function newView(ids: Pick<Ids, 'token'>, now: number): string {
  return now.toString(16).padStart(timeDigits, '0') + ids.token().slice(0, digits - timeDigits);
}

/**
 * When a view was made, milliseconds. What names no possible time, such as a view of an earlier release, counts as older
 * than everything: nobody is asked for money again because of it.
 */
export function madeAt(view: string, now: number): number {
  const at = Number.parseInt(view.slice(0, timeDigits), 16);
  return at <= now + toleranceMs ? at : 0;
}

import { until as untilFound } from '../../../../scripts/support/until.ts';

/** The emulator's stream, queues and workers take a few seconds each. */
const timeoutMs = 90_000;
const pollMs = 500;

/** Asks until there is an answer. @throws Error when there is none in time */
export function until<Found>(what: string, find: () => Promise<Found | undefined>): Promise<Found> {
  return untilFound(what, timeoutMs, find, pollMs);
}

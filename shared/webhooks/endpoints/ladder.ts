import { createHash } from 'node:crypto';

const minute = 60_000;
const hour = 60 * minute;

/** What passes between an attempt that failed and the next (specification, Events, Retries). */
export const ladder = [
  minute,
  5 * minute,
  15 * minute,
  hour,
  3 * hour,
  6 * hour,
  12 * hour,
  24 * hour,
  24 * hour,
] as const;

/** Attempts after which a delivery is dead. */
export const maxAttempts = ladder.length + 1;

/** Specification, Events, Retries: each pause is a fifth shorter or longer. */
const jitter = 0.2;

/**
 * When a delivery is attempted again: at a time of the endpoint's own that lies between 0.8 and 1.2 pauses ahead. What failed
 * close together is tried again together, in one call of the worker, and what failed elsewhere at another time.
 * @param attempts that failed so far, at least one
 * @param now milliseconds
 * @returns milliseconds; undefined when the ladder has ended
 */
export function nextAttempt(endpointId: string, attempts: number, now: number): number | undefined {
  const pause = ladder[attempts - 1];
  if (pause === undefined) return undefined;
  const step = 2 * jitter * pause;
  const first = Math.floor(step * fraction(`${endpointId} ${attempts}`));
  return first + Math.ceil((now + (1 - jitter) * pause - first) / step) * step;
}

/** From 0 to 1, always the same for the same text. */
function fraction(of: string): number {
  return createHash('sha256').update(of).digest().readUInt32BE() / 2 ** 32;
}

/** How often an endpoint looks for itself whether it has missed something. */
export const heartbeatMs = 10 * minute;

/** Failed first attempts in a row after which an endpoint's events are kept back. */
export const failuresBeforeProbing = 10;

/** Between probes of an endpoint whose events are kept back: often for three hours, and then for as long as it takes. */
const probePauses = [minute, 5 * minute, ...Array<number>(12).fill(15 * minute)];
const lastProbePause = 30 * minute;

/**
 * When an endpoint whose events are kept back is tried again.
 * @param probes that were in vain so far
 * @param now milliseconds
 */
export function nextProbe(probes: number, now: number): number {
  return now + (probePauses[probes] ?? lastProbePause);
}

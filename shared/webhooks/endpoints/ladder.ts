import { createHash } from 'node:crypto';

const minute = 60_000;
const hour = 60 * minute;

/** The pauses between a failed attempt and the next one (specification, Events, Retries). */
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

/** A delivery is dead after this many failed attempts. */
export const maxAttempts = ladder.length + 1;

/** Each pause is up to a fifth shorter or longer (specification, Events, Retries). */
const jitter = 0.2;

/**
 * Returns when a delivery is attempted again: between 0.8 and 1.2 pauses from now, at a time that depends on the
 * endpoint. Deliveries of one endpoint that failed close together are retried together, in one call of the worker.
 * Other endpoints have their retries at other times.
 * @param attempts failed attempts so far, at least one
 * @param now milliseconds
 * @returns milliseconds; undefined if the ladder has ended
 */
export function nextAttempt(endpointId: string, attempts: number, now: number): number | undefined {
  const pause = ladder[attempts - 1];
  if (pause === undefined) return undefined;
  const step = 2 * jitter * pause;
  const offset = Math.floor(step * fraction(`${endpointId} ${attempts}`));
  return offset + Math.ceil((now + (1 - jitter) * pause - offset) / step) * step;
}

/** Returns a number from 0 to 1 that is always the same for the same text. */
function fraction(of: string): number {
  return createHash('sha256').update(of).digest().readUInt32BE() / 2 ** 32;
}

/**
 * How often a worker checks an endpoint for missed events when it gets no hint of a new one. The stage can configure
 * another interval.
 */
export const heartbeatMs = 10 * minute;

/** Events of a type are held back after this many refused first attempts in a row. */
export const refusalsBeforeHolding = 10;

/**
 * Returns when a type that is held back is tried again. A type that the endpoint accepted within the last hour is tried
 * every 45 seconds, so that its events arrive within a minute of the endpoint's recovery even if an attempt takes its
 * full ten seconds.
 * @param since when the series of refusals started, which was after the last accepted attempt
 * @param now milliseconds
 */
export function nextProbe(since: number, now: number): number {
  if (now - since < hour) return now + 45_000;
  return now + (isProbedOften(since, now) ? 15 : 30) * minute;
}

/** Probes are frequent for four hours. After that, the endpoint is tried every half hour for as long as it takes. */
export function isProbedOften(since: number, now: number): boolean {
  return now - since < 4 * hour;
}

import { DeadEndpoint } from '../../service/dead-endpoint.ts';
import { ModelledTable } from '../../service/modelled-table.ts';
import { round } from '../../statistics.ts';

/** What an endpoint that never answers takes of the workers on its first day. */
export interface DeadDayFigures {
  /** Of the day that were played. */
  readonly hours: number;
  readonly events: number;
  /** That invocations of both workers last, together. */
  readonly minutes: number;
  /** Of them: first attempts and probes, with the hints that came meanwhile. */
  readonly offeringMinutes: number;
  readonly retryMinutes: number;
  /** Of them: hints that found events kept back. */
  readonly quietMinutes: number;
  /** Requests that nobody answered. */
  readonly attempts: number;
}

const hourMs = 60 * 60 * 1000;
const eventsPerHour = 10_000 / 24;
const seed = 1;

/**
 * Plays the first day of an endpoint that never answers, with the real workers on the modelled table; it has more retries than
 * those that follow. Events come evenly, each with a hint of its own. An attempt takes its ten seconds at once, those of one
 * invocation overlap, and an invocation lasts what it waited and what its calls to the table took; its code takes no time.
 *
 * Events get into the feed without commits, which are not the workers' time. What a sweep hints a second time is left out: a
 * refused update each.
 */
export async function measureDeadDay(hours: number): Promise<DeadDayFigures> {
  const model = new ModelledTable(seed);
  const { time } = model;
  const aside = (await model.startTimeless()).startProcess();
  const endpoint = new DeadEndpoint({ time, fleet: await model.start(), aside });
  const events = Math.floor(hours * eventsPerHour);
  await time.run(endpoint.play(events, hourMs / eventsPerHour));
  const { offeringMs, retryMs, quietMs } = endpoint.lasted;
  return {
    hours,
    events,
    minutes: minutes(offeringMs + retryMs + quietMs),
    offeringMinutes: minutes(offeringMs),
    retryMinutes: minutes(retryMs),
    quietMinutes: minutes(quietMs),
    attempts: endpoint.attempts,
  };
}

function minutes(ms: number): number {
  return round(ms / 60_000);
}

import { setTimeout } from 'node:timers/promises';
import { type Clock, type Sleep, systemClock } from '../../../shared/ground/time/clock.ts';

/** What passes between calls: the machine's time, or virtual time. */
export interface Time {
  readonly clock: Clock;
  readonly sleep: Sleep;
}

/** The machine's. Who sleeps does not keep a process from ending. */
export const systemTime: Time = {
  clock: systemClock,
  sleep: (ms) => setTimeout(ms, undefined, { ref: false }),
};

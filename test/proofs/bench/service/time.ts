import { setTimeout } from 'node:timers/promises';
import type { Clock, Sleep } from '../../../../shared/ground/time/clock.ts';
import { systemClock } from '../../../../shared/ground/time/system-time.ts';

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

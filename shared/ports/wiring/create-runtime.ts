import { systemClock, systemSleep } from '../../ground/time/clock.ts';
import { createIds } from '../../ground/time/ids.ts';
import { Pace } from '../../ground/time/pace.ts';
import type { BaseRuntime } from '../runtime.ts';

/** Where functions run: its table and its log, and whatever else differs from a process of the service. */
export type RuntimeHost = Pick<BaseRuntime, 'store' | 'log'> & Partial<BaseRuntime>;

/**
 * The runtime of a place, wherever it is: in Lambda, on one machine or in a test.
 * @param overrides the ports that the place has made. A getter stays one: what is not known yet is asked for when it is used
 */
export function createRuntime<Ports extends object>(place: RuntimeHost, overrides: Ports): BaseRuntime & Ports {
  const base: BaseRuntime = {
    clock: systemClock,
    sleep: systemSleep,
    ids: createIds(),
    pace: new Pace(),
    ...place,
  };
  return Object.defineProperties(base, Object.getOwnPropertyDescriptors(overrides)) as BaseRuntime & Ports;
}

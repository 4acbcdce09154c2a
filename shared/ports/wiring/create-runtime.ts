import { createIds } from '../../ground/time/ids.ts';
import { Pace } from '../../ground/time/pace.ts';
import { systemClock, systemSleep } from '../../ground/time/system-time.ts';
import type { BaseRuntime } from '../runtime.ts';

/** The environment in which functions run: its table, its log, and overrides of the defaults in `createRuntime`. */
export type RuntimeHost = Pick<BaseRuntime, 'store' | 'log'> & Partial<BaseRuntime>;

/**
 * The runtime of an environment: in Lambda, on one machine or in a test.
 * @param overrides the ports that the environment has created. A getter stays a getter, so that a value that is not
 * known yet is read when it is used
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

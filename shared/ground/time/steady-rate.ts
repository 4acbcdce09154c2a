import type { Clock, Sleep } from './clock.ts';

/** Waits until the given number of items may pass. */
export type SteadyRate = (count: number) => Promise<void>;

/** Spreads calls over time, however many callers there are. The first one never waits. */
export function createSteadyRate(
  { clock, sleep }: { readonly clock: Clock; readonly sleep: Sleep },
  perSecond: number,
): SteadyRate {
  let freeAt = 0;
  return async (count) => {
    const now = clock();
    const startsAt = Math.max(now, freeAt);
    freeAt = startsAt + (count * 1000) / perSecond;
    if (startsAt > now) await sleep(Math.ceil(startsAt - now));
  };
}

import type { Clock, Sleep } from './clock.ts';

/** Waits until so many more may pass. */
export type SteadyRate = (count: number) => Promise<void>;

/** Spreads what passes over time, however many callers ask side by side. The first one never waits. */
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

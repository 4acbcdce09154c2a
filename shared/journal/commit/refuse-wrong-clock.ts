import { counted } from '../../ground/time/metric.ts';
import type { Runtime } from '../../ports/runtime.ts';

/** Nothing is decided by a wrong clock. Not the caller's fault: to callers it is INTERNAL. */
export class ClockDiffers extends Error {
  override readonly name = 'ClockDiffers';

  constructor(errorMs: number) {
    super(`the clock of this process differs from the table's by ${errorMs} ms; nothing was committed`);
  }
}

/** @throws ClockDiffers when the last two answers of the table say so */
export function refuseWrongClock({ clock, store, log }: Pick<Runtime, 'clock' | 'store' | 'log'>): void {
  const { errorMs } = store.tableClock;
  if (errorMs === undefined) return;
  log.error('the clock differs from the table’s', { errorMs, ...counted('ClockDiffers', clock() - errorMs) });
  throw new ClockDiffers(errorMs);
}

import { measurement } from '../../ground/metrics/catalog.ts';
import { metricFields } from '../../ground/metrics/embed.ts';
import type { Runtime } from '../../ports/runtime.ts';

/** The clock of this process is wrong, so it decides nothing. The caller, who is not at fault, gets INTERNAL. */
export class ClockDiffers extends Error {
  override readonly name = 'ClockDiffers';

  constructor(errorMs: number) {
    super(`the clock of this process differs from the table's by ${errorMs} ms; nothing was committed`);
  }
}

/** @throws ClockDiffers when the last two answers of the table disagree with the clock */
export function refuseWrongClock({ clock, store, log }: Pick<Runtime, 'clock' | 'store' | 'log'>): void {
  const { errorMs } = store.tableClock;
  if (errorMs === undefined) return;
  const [found, by] = [measurement('ClockDiffers', 1), measurement('ClockDifference', Math.abs(errorMs))];
  // The metrics are dated by the table's clock.
  log.error('the clock differs from the table’s', { errorMs, ...metricFields(clock() - errorMs, found, by) });
  throw new ClockDiffers(errorMs);
}

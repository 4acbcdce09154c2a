import { hintRetentionDays } from '../../../lib/hint-retention.ts';
import { atMost, ofFullSize } from './bar.ts';
import type { Bar } from './figures.ts';
import type { SweepFigures } from './sections/sweep/sweep.ts';
import { round } from './statistics.ts';

/** After an hour without hints everything is hinted within ten minutes. */
const mostSeconds = 600;
/** What may come on top of the p99 of new payouts. */
const mostSlower = 1.05;

/** How long the workers take for all rows that were hinted, as fast as they were measured to be. */
export function hoursToSend({ wantedRows, sending }: SweepFigures): number {
  return round(wantedRows / sending.perSecond / 3600, 1);
}

export function sweepBars(figures: SweepFigures): Bar[] {
  const { wantedRows, hinting, sending } = figures;
  const { rows, alone, beside } = hinting;
  const name = `sweep of ${rows} due rows`;
  return [
    ...ofFullSize(
      atMost(`${name}: all hinted`, hinting.seconds, mostSeconds, 's'),
      atMost(`${name}: p99 of new payouts beside it`, beside.p99Ms, round(mostSlower * alone.p99Ms, 1), 'ms'),
      // The queue forgets what it has held for longer. Only the time limits it: it takes any number of messages.
      atMost(`sweep: ${wantedRows} payouts sent`, hoursToSend(figures), hintRetentionDays * 24, 'hours'),
    ),
    atMost(`${name}: not hinted`, hinting.missing, 0),
    atMost(`${name}: hinted twice while the queue holds the hint`, hinting.twice, 0),
    atMost(`${name}: errors of new payouts`, alone.errors + beside.errors, 0),
    atMost('sweep: payouts of a backlog not settled', sending.unsettled, 0),
  ];
}

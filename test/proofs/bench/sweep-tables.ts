import type { Paying } from './sections/sweep/payers.ts';
import type { SweepFigures } from './sections/sweep/sweep.ts';
import { hoursToSend } from './sweep-bars.ts';
import { type Row, table } from './table.ts';

/** The figures of the sweep as tables for a terminal. */
export function sweepTables(figures: SweepFigures): string[] {
  const { wantedRows, hinting, sending } = figures;
  const { rows, seconds, missing, twice } = hinting;
  const less = rows < wantedRows ? ` (memory lacks for ${wantedRows})` : '';
  const paying = (name: string, { payouts, p50Ms, p99Ms, errors }: Paying): Row => [
    name,
    payouts,
    p50Ms,
    p99Ms,
    errors,
  ];
  return [
    table(`Sweep after an hour without hints, on the modelled store in virtual time${less}`, [
      ['due rows', 'hinted after s', 'not hinted', 'hinted twice'],
      [rows, seconds, missing, twice],
    ]),
    table(`Sending at the declared concurrency, measured with ${sending.payouts} payouts`, [
      ['due rows', '/s', 'hours, computed'],
      [wantedRows, sending.perSecond, hoursToSend(figures)],
    ]),
    table('New payouts, 40 organizations, one a second each', [
      ['', 'payouts', 'p50 ms', 'p99 ms', 'errors'],
      paying('alone', hinting.alone),
      paying('beside the sweep', hinting.beside),
      paying('beside the sending', sending.beside),
    ]),
  ];
}

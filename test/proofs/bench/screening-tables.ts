import { goals, innocentGoals } from './screening-bars.ts';
import type { ScreeningFigures } from './sections/screening/screening.ts';
import { type Row, table } from './table.ts';

/** The figures of screening as tables for a terminal. */
export function screeningTables({ seed, rows, kinds, innocents, time, loadMs, megabytes }: ScreeningFigures): string[] {
  return [
    table(`Listed names that are spelled otherwise and are found, per cent (--seed ${seed})`, [
      ['', 'names', 'found', 'goal'],
      ...rows.map(({ row, names, percent }): Row => [row, names, percent, goals[row] ?? '']),
    ]),
    table('Kinds that are not found every time', [
      ['', 'names', 'found'],
      ...kinds.filter(({ percent }) => percent < 100).map(({ row, names, percent }): Row => [row, names, percent]),
    ]),
    table('Innocent names that are refused, per cent', [
      ['', 'names', 'refused', 'goal'],
      ...innocents.map(({ row, names, percent }): Row => [row, names, percent, innocentGoals[row] ?? '']),
    ]),
    table('CPU and memory', [
      ['load ms', 'p50 ms', 'p95 ms', 'max ms', 'resident MB'],
      [loadMs, time.p50Ms, time.p95Ms, time.maxMs, megabytes],
    ]),
  ];
}

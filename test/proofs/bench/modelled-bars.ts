import { atLeast, atMost, longestLagSeconds, ofFullSize } from './bar.ts';
import type { Bar } from './figures.ts';
import type { Cell } from './sections/modelled/cell.ts';
import type { CellFigures } from './sections/modelled/cell-figures.ts';
import { round } from './statistics.ts';

const names = { acceptQuote: 'accept', createPayout: 'create payout' };

/** A commit of twelve items behind three calls. */
const longestAloneMs = 32;
/** Of the commits that an organization's journal can take one after another. Turns are to waste little of them (ADR 8). */
const leastShare = 90;
/** In line, each waits about as long as there are callers before it (ADR 8). */
const longestWait = 1.5;
/** Organizations share nothing (ADR 12): so much of the growth that this promises. */
const leastGrowth = 0.95;

/** What the design promises where neither an emulator nor this machine is the limit. */
export function modelledBars(cells: readonly CellFigures[]): Bar[] {
  return [
    ...cells.flatMap((cell) => lineBars(cell)),
    ...cells.flatMap((cell) => growthBars(cell, cells)),
    ...sumBars(cells),
  ];
}

/** One organization: a caller alone, and callers in line. */
function lineBars({ operation, organizations, callers, p50Ms, p99Ms, ofCeiling, holdsMs }: CellFigures): Bar[] {
  if (organizations > 1) return [];
  const name = nameOf({ operation, organizations, callers });
  if (callers === 1) return [atMost(`${name}: p50`, p50Ms, longestAloneMs, 'ms')];
  return ofFullSize(
    atLeast(`${name}: of one commit at a time`, ofCeiling, leastShare, 'percent'),
    atMost(`${name}: p99`, p99Ms, Math.round(longestWait * callers * holdsMs), 'ms'),
  );
}

function growthBars(
  { operation, organizations, callers, perSecond }: CellFigures,
  cells: readonly CellFigures[],
): Bar[] {
  const one = cells.find(
    (cell) => cell.operation === operation && cell.organizations === 1 && cell.callers === callers,
  );
  if (!one || organizations === 1) return [];
  const name = `${nameOf({ operation, organizations, callers })}: to one organization`;
  return ofFullSize(atLeast(name, round(perSecond / one.perSecond, 1), leastGrowth * organizations, 'times'));
}

function sumBars(cells: readonly CellFigures[]): Bar[] {
  const sum = (of: (cell: CellFigures) => number) => cells.reduce((total, cell) => total + of(cell), 0);
  const worst = (of: (cell: CellFigures) => number) => Math.max(...cells.map(of));
  return [
    atMost(
      'modelled: errors',
      sum(({ errors }) => errors),
      0,
    ),
    atMost(
      'modelled: throttled calls',
      sum(({ throttled }) => throttled),
      0,
    ),
    atMost(
      'modelled: settlement p99, the worst',
      worst(({ settlement }) => settlement.p99Seconds),
      longestLagSeconds,
      's',
    ),
    atMost(
      'modelled: payouts never settled',
      sum(({ settlement }) => settlement.unsettled),
      0,
    ),
  ];
}

function nameOf({ operation, organizations, callers }: Pick<Cell, 'operation' | 'organizations' | 'callers'>): string {
  return `modelled: ${names[operation]}, ${organizations} x ${callers}`;
}

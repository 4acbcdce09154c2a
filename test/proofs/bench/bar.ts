import type { Bar, Verdict } from './figures.ts';

/** From acceptance to completion. Longer would not be "bounded": the backlog would still be growing. */
export const longestLagSeconds = 10;

export function atMost(name: string, value: number, bound: number, unit = ''): Bar {
  return bar(name, `<= ${bound}`, value, value <= bound, unit);
}

export function atLeast(name: string, value = Number.NaN, bound: number, unit = ''): Bar {
  return bar(name, `>= ${bound}`, value, value >= bound, unit);
}

function bar(name: string, required: string, value: number, met: boolean, unit: string): Bar {
  return { name, required: `${required} ${unit}`.trim(), measured: `${value} ${unit}`.trim(), unit, met };
}

/** Marks bars about more work than `--quick` plays: of less than that they say nothing. */
export function ofFullSize(...bars: readonly Bar[]): Bar[] {
  return bars.map((one) => ({ ...one, ofFullSize: true }));
}

export function verdictOn({ met, ofFullSize = false }: Bar, { isQuick }: { readonly isQuick: boolean }): Verdict {
  if (isQuick && ofFullSize) return 'not judged at this size';
  return met ? 'held' : 'missed';
}

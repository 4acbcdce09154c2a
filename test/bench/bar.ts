import type { Bar } from './figures.ts';

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

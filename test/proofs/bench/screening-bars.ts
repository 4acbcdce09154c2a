import { atLeast, atMost } from './bar.ts';
import type { Bar } from './figures.ts';
import type { ScreeningFigures } from './sections/screening/screening.ts';
import { round } from './statistics.ts';

/** What is to be found of each row, in per cent. A kind of its own is a row where the goal is another. */
export const goals: Readonly<Record<string, number>> = {
  exact: 100,
  'word order': 100,
  diacritics: 100,
  'moved dots and hyphens': 100,
  'look-alike letters': 100,
  'letter inserted': 98,
  'letter deleted': 98,
  'letters swapped': 98,
  'letter doubled': 98,
  'letter replaced': 98,
  'form spelled out': 98,
  'form abbreviated': 98,
  'form in another language': 98,
  'Arabic: compound joined': 98,
  "Arabic: Mohammed's family": 98,
  'Arabic: other usual spellings': 98,
  'Arabic: final -eh, -a': 90,
  'Arabic: first and last name, respelled': 92,
  'name in Cyrillic': 95,
  'name in Arabic script': 70,
  'Latin spellings': 98.5,
};

/** How many innocent names may be refused, in per cent. */
export const innocentGoals: Readonly<Record<string, number>> = {
  'innocent persons': 0.3,
  'an initial and a surname': 0.5,
  'innocent companies': 0.3,
  'companies with initials': 0.5,
};

/**
 * Every seed has other names. So a bar is one point from its goal, and by twice the standard error of so many names more. A goal of 100
 * is one for every name.
 */
function chanceOf(goal: number, names: number): number {
  return 1 + 2 * Math.sqrt((goal * (100 - goal)) / names);
}

const mostMs = 15;
/** The goal is 2 s, which a machine that does other things besides does not always meet. */
const mostLoadMs = 2_500;
const mostMegabytes = 200;

export function screeningBars({ rows, innocents, time, loadMs, megabytes }: ScreeningFigures): Bar[] {
  return [
    ...rows.flatMap(({ row, names, percent }) => {
      const goal = goals[row];
      if (goal === undefined) return [];
      return [atLeast(`screening finds: ${row}`, percent, round(goal - chanceOf(goal, names), 2), '%')];
    }),
    ...innocents.map(({ row, names, percent }) => {
      const goal = innocentGoals[row] as number;
      return atMost(`screening refuses: ${row}`, percent, round(goal + chanceOf(goal, names), 2), '%');
    }),
    atMost('screening: CPU of a name, p95', time.p95Ms, mostMs, 'ms'),
    atMost('screening: CPU of loading the list', loadMs, mostLoadMs, 'ms'),
    atMost('screening: resident', megabytes, mostMegabytes, 'MB'),
  ];
}

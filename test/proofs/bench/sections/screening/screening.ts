import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { refusalScore } from '../../../../../shared/providers/ofac/list-screening.ts';
import { leastListed } from '../../../../../shared/providers/ofac/list-to-screen.ts';
import { NameIndex } from '../../../../../shared/providers/ofac/name-index.ts';
import { readSdnList } from '../../../../../shared/providers/ofac/sdn-csv.ts';
import { usualNames } from '../../../../../shared/providers/ofac/words/usual-names.ts';
import { Dice } from '../../../simulation/engine/dice.ts';
import { percentile, round } from '../../statistics.ts';
import { innocents } from './innocents.ts';
import { type Kind, kinds, type ListedName, listedName } from './kinds.ts';
import { ofacList } from './ofac-list.ts';

export interface ScreeningSizes {
  /** Names of each kind of respelling. */
  readonly ofEachKind: number;
  /** Names of each row of innocents. */
  readonly innocents: number;
}

/** How many of some names were refused. */
interface Refused {
  readonly row: string;
  readonly names: number;
  readonly percent: number;
}

export interface ScreeningFigures {
  readonly seed: number;
  readonly rows: readonly Refused[];
  readonly kinds: readonly Refused[];
  readonly innocents: readonly Refused[];
  readonly time: { readonly p50Ms: number; readonly p95Ms: number; readonly maxMs: number };
  readonly loadMs: number;
  /** Resident after the list was loaded. */
  readonly megabytes: number;
}

/** The service takes no longer name. */
const longestName = 140;

/** Screens listed names that are spelled otherwise, and innocent ones, against OFAC's whole list. CPU time is counted. */
export async function measureScreening(sizes: ScreeningSizes, seed: number): Promise<ScreeningFigures> {
  const { parties } = readSdnList(ofacList(), leastListed);
  const index = new NameIndex(parties);

  const times: number[] = [];
  const isRefused = (name: string): boolean => {
    const screening = cpuMs();
    const match = index.bestMatch(name, refusalScore);
    times.push(screening());
    return match !== undefined;
  };

  const listed = parties.flatMap(({ kind, names }) => names.map((name) => listedName(name, kind)));
  const ofKinds = kinds.map((kind, i) => {
    const names = respelled(kind, listed, sizes.ofEachKind, new Dice(seed + i));
    return { kind, names: names.length, refused: names.filter(isRefused).length };
  });
  const isListed = namesakesOf(listed);
  const ofInnocents = innocents.map(({ row, name }, i) => {
    const names = manyOf(name, sizes.innocents, isListed, new Dice(seed + 1_000 + i));
    return refusedOf(row, names.length, names.filter(isRefused).length);
  });
  return {
    seed,
    rows: [...new Set(kinds.map(({ row }) => row))].map((row) => {
      const inRow = ofKinds.filter(({ kind }) => kind.row === row);
      return refusedOf(row, sum(inRow.map(({ names }) => names)), sum(inRow.map(({ refused }) => refused)));
    }),
    kinds: ofKinds.map(({ kind, names, refused }) => refusedOf(kind.name, names, refused)),
    innocents: ofInnocents,
    time: timesOf(times),
    ...loadAlone(),
  };
}

/** As many names as asked for, or as many as are found in a bounded number of tries. */
function respelled({ respell }: Kind, listed: readonly ListedName[], count: number, dice: Dice): readonly string[] {
  const names: string[] = [];
  for (let tries = 0; names.length < count && tries < count * 400; tries += 1) {
    const name = respell(listed[dice.below(listed.length)] as ListedName, dice);
    if (name !== undefined && name.length <= longestName) names.push(name);
  }
  return names;
}

/** Names that nobody on the list bears. */
function manyOf(
  make: (dice: Dice) => string,
  count: number,
  isListed: (name: string) => boolean,
  dice: Dice,
): readonly string[] {
  const names: string[] = [];
  while (names.length < count) {
    const name = make(dice);
    if (!isListed(name)) names.push(name);
  }
  return names;
}

/** The first usual spelling of a name, for each other one: Dimitri is Dmitry. */
const usualSpelling = new Map(
  usualNames
    .trim()
    .split('\n')
    .flatMap((group) => {
      const [first = '', ...others] = group.split(' ');
      return others.map((other): [string, string] => [other, first]);
    }),
);

/**
 * Tells whether a listed name has all words of a name, in whichever usual spelling: whoever bears it is a namesake, and no innocent by the name alone.
 */
function namesakesOf(listed: readonly ListedName[]): (name: string) => boolean {
  const wordsOf = (name: string) =>
    new Set(
      name
        .toLowerCase()
        .match(/\p{L}+/gu)
        ?.map((word) => usualSpelling.get(word) ?? word),
    );
  const byWord = new Map<string, Set<string>[]>();
  for (const { listed: name } of listed) {
    const words = wordsOf(name);
    for (const word of words) {
      const others = byWord.get(word);
      if (others) others.push(words);
      else byWord.set(word, [words]);
    }
  }
  return (name) => {
    const words = wordsOf(name);
    const [first = ''] = words;
    return (byWord.get(first) ?? []).some((others) => [...words].every((word) => others.has(word)));
  };
}

function refusedOf(row: string, names: number, refused: number): Refused {
  return { row, names, percent: round((100 * refused) / names, 2) };
}

/** In processes that are started as the service is. The quickest counts: what else the machine does makes others slower. */
function loadAlone(): Pick<ScreeningFigures, 'loadMs' | 'megabytes'> {
  const script = fileURLToPath(new URL('load-process.ts', import.meta.url));
  const load = () =>
    JSON.parse(execFileSync(process.execPath, ['--max-semi-space-size=8', script], { encoding: 'utf8' }));
  return Array.from({ length: loads }, load).sort((a, b) => a.loadMs - b.loadMs)[0];
}

const loads = 3;

function timesOf(times: readonly number[]): ScreeningFigures['time'] {
  const at = (share: number) => round(percentile(times, share), 1);
  return { p50Ms: at(0.5), p95Ms: at(0.95), maxMs: at(1) };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** Gives how many milliseconds of CPU this process has used since. */
function cpuMs(): () => number {
  const begun = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(begun);
    return (user + system) / 1_000;
  };
}

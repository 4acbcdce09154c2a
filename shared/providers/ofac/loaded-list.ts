import type { Clock } from '../../ground/time/clock.ts';
import type { ListSource } from './list-source.ts';
import { NameIndex } from './name-index.ts';
import { type LeastListed, readSdnList, type SdnList } from './sdn-csv.ts';

/** OFAC changes the list at most a few times a week; a change is known to every process within this time. */
export const maxListAgeMs = 6 * 60 * 60 * 1000;

/** The list, ready to be asked. */
export interface LoadedList extends Pick<SdnList, 'addresses'> {
  readonly index: NameIndex;
}

interface Loaded {
  readonly version: string;
  readonly checkedAt: number;
  readonly list: LoadedList;
}

interface Options {
  readonly source: ListSource;
  readonly clock: Clock;
  readonly maxAgeMs?: number | undefined;
  readonly least: LeastListed;
}

/**
 * Gives the list. A process loads it at its first use, and after `maxAgeMs` again if its files changed.
 * Callers at the same time wait for one load.
 *
 * @returns a function that throws when the list cannot be read or checked. A list that is too old is not used instead.
 */
export function createLoadedList({
  source,
  clock,
  least,
  maxAgeMs = maxListAgeMs,
}: Options): () => Promise<LoadedList> {
  let loaded: Loaded | undefined;
  let loading: Promise<Loaded> | undefined;

  async function load(): Promise<Loaded> {
    const checkedAt = clock();
    const version = await source.version();
    if (loaded?.version === version) return { ...loaded, checkedAt };
    const { parties, addresses } = readSdnList(await source.read(), least);
    return { version, checkedAt, list: { index: new NameIndex(parties), addresses } };
  }

  return async () => {
    if (loaded && clock() - loaded.checkedAt < maxAgeMs) return loaded.list;
    loading ??= load().finally(() => {
      loading = undefined;
    });
    loaded = await loading;
    return loaded.list;
  };
}

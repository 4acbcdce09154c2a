import type { Clock } from '../../ground/time/clock.ts';
import type { ListSource } from './list-source.ts';
import { NameIndex } from './name-index.ts';
import { readSdnList } from './sdn-csv.ts';

/** OFAC changes the list at most a few times a week; a change is known to every process within this time. */
export const maxListAgeMs = 6 * 60 * 60 * 1000;

interface Loaded {
  readonly version: string;
  readonly checkedAt: number;
  readonly index: NameIndex;
}

interface Options {
  readonly source: ListSource;
  readonly clock: Clock;
  readonly maxAgeMs?: number | undefined;
  readonly leastParties: number;
}

/**
 * Gives the list's index. A process loads it at its first use, and after `maxAgeMs` again if its files changed.
 * Callers at the same time wait for one load.
 *
 * @returns a function that throws when the list cannot be read or checked. A list that is too old is not used instead.
 */
export function createLoadedList({
  source,
  clock,
  leastParties,
  maxAgeMs = maxListAgeMs,
}: Options): () => Promise<NameIndex> {
  let loaded: Loaded | undefined;
  let loading: Promise<Loaded> | undefined;

  async function load(): Promise<Loaded> {
    const checkedAt = clock();
    const version = await source.version();
    if (loaded?.version === version) return { ...loaded, checkedAt };
    const { sdn, aliases } = await source.read();
    return { version, checkedAt, index: new NameIndex(readSdnList(sdn, aliases, leastParties)) };
  }

  return async () => {
    if (loaded && clock() - loaded.checkedAt < maxAgeMs) return loaded.index;
    loading ??= load().finally(() => {
      loading = undefined;
    });
    loaded = await loading;
    return loaded.index;
  };
}

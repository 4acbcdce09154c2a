import type { Clock } from '../../ground/time/clock.ts';
import type { ListSource } from './list-source.ts';
import { type LeastListed, readSdnList, type SdnList } from './sdn-csv.ts';

/** OFAC changes the list at most a few times a week. Every process knows about a change within this time. */
export const maxListAgeMs = 6 * 60 * 60 * 1000;

interface Loaded<Made> {
  readonly version: string;
  readonly checkedAt: number;
  readonly made: Made;
}

interface Options<Made> {
  readonly source: ListSource;
  readonly clock: Clock;
  readonly maxAgeMs?: number | undefined;
  readonly least: LeastListed;
  /** Builds from the list the structure that answers questions about it. */
  readonly make: (list: SdnList) => Made;
}

/**
 * Returns the list. A process loads it at its first use, and again after `maxAgeMs` if its files have changed.
 * Concurrent callers wait for one load.
 * @returns a function that throws when the list cannot be read or checked. A list that is too old is not used instead.
 */
export function createLoadedList<Made>({
  source,
  clock,
  least,
  make,
  maxAgeMs = maxListAgeMs,
}: Options<Made>): () => Promise<Made> {
  let loaded: Loaded<Made> | undefined;
  let loading: Promise<Loaded<Made>> | undefined;

  async function load(): Promise<Loaded<Made>> {
    const checkedAt = clock();
    const version = await source.version();
    if (loaded?.version === version) return { ...loaded, checkedAt };
    return { version, checkedAt, made: make(readSdnList(await source.read(), least)) };
  }

  return async () => {
    if (loaded && clock() - loaded.checkedAt < maxAgeMs) return loaded.made;
    loading ??= load().finally(() => {
      loading = undefined;
    });
    loaded = await loading;
    return loaded.made;
  };
}

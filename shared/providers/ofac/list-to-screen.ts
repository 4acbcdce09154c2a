import type { Runtime } from '../../ports/runtime.ts';
import { ScreeningUnavailable } from '../../ports/screening.ts';
import type { ListSource } from './list-source.ts';
import { createLoadedList } from './loaded-list.ts';
import type { LeastListed, SdnList } from './sdn-csv.ts';

/**
 * For years the list has had more than 10,000 persons and organizations, and more than a hundred addresses. Files with
 * less than half of them are incomplete.
 */
export const leastListed: LeastListed = { parties: 5_000, addresses: 50 };

export interface ListToScreen extends Pick<Runtime, 'clock'> {
  readonly source: ListSource;
  /** How old the list in use may be before its files are checked again; `maxListAgeMs` by default. Milliseconds. */
  readonly maxAgeMs?: number;
  /** Defaults to `leastListed`. Lists of another kind can be shorter. */
  readonly least?: LeastListed;
}

/**
 * @returns the result of processing the list, at its first use; it throws ScreeningUnavailable when the list cannot be
 *   read
 */
export function listToScreen<Made>(
  { source, clock, maxAgeMs, least = leastListed }: ListToScreen,
  make: (list: SdnList) => Made,
): () => Promise<Made> {
  const list = createLoadedList({ source, clock, maxAgeMs, least, make });
  return async () => {
    try {
      return await list();
    } catch (error) {
      throw new ScreeningUnavailable('the screening list is not at hand', { cause: error });
    }
  };
}

import { SluiceError } from './errors.ts';
import type { Corridor } from './operations.ts';

/** The payment that needs a corridor: a currency in a country. */
export interface WantedCorridor {
  /** ISO 3166 alpha-2 code. */
  readonly country: string;
  /** ISO 4217 code. */
  readonly currency: string;
}

/**
 * Returns the corridor for a currency in a country, from those that the service lists. Throws CORRIDOR_UNAVAILABLE if
 * there is none.
 */
export function corridorOf(corridors: readonly Corridor[], wanted: WantedCorridor): Corridor {
  const found = corridors.find(({ country, currency }) => country === wanted.country && currency === wanted.currency);
  if (found) return found;
  throw new SluiceError('CORRIDOR_UNAVAILABLE', `No corridor pays ${wanted.currency} in ${wanted.country}.`);
}

import { isComparable } from '../../corridors/names/normalize-name.ts';
import { validationError } from '../../ground/errors/service-error.ts';
import type { Runtime } from '../../ports/runtime.ts';
import type { Screening } from '../../ports/screening.ts';
import { type ListToScreen, listToScreen } from './list-to-screen.ts';
import { NameIndex } from './name-index.ts';

/**
 * A name with at least this similarity to a listed one is refused, from 0 to 1. Of the labelled names in the tests, it
 * misses 2 of 182 matches and refuses 3 of 178 others; of those held out during development, none. A miss may pay
 * someone whom the law forbids to pay, while a wrong refusal only makes one payee ask why. So this is the lowest score
 * at which nearly all refusals are right.
 */
export const refusalScore = 0.85;

/**
 * Screens recipients by name, and wallets by their address as well, against OFAC's Specially Designated Nationals list (specification, What the service does,
 * Controls; Create a recipient, 422 and 503). A refusal is final and gives no reason; the log has the listed entity's
 * number and the score, and no name.
 *
 * @example createListScreening({ source: listSourceAt('s3://bucket/ofac'), clock, log })
 * @returns a port that throws ScreeningUnavailable when the list cannot be read, and ServiceError VALIDATION_ERROR for
 *   a name that matches no listed one but is not all in Latin, Cyrillic or Arabic letters, because such a name cannot be compared
 */
export function createListScreening({ log, ...options }: ListToScreen & Pick<Runtime, 'log'>): Screening {
  const list = listToScreen(options, ({ parties, addresses }) => ({ index: new NameIndex(parties), addresses }));
  return {
    async screen({ name, walletAddress, cleared = [] }) {
      const { index, addresses } = await list();
      // The owner of a listed address is the listed party, so nothing clears it.
      const entityNumber = walletAddress === undefined ? undefined : addresses.get(walletAddress.toLowerCase());
      if (entityNumber !== undefined) {
        log.warn('screening refused the address of a wallet', { entityNumber });
        return 'refused';
      }
      const match = index.bestMatch(name, refusalScore, new Set(cleared));
      if (!match && !isComparable(name)) throw notComparable();
      if (!match) return 'clear';
      log.warn('screening refused a recipient', { ...match });
      return 'refused';
    },
  };
}

function notComparable() {
  return validationError([
    { path: 'name', message: 'must be written in Latin, Cyrillic or Arabic letters', code: 'unsupported_script' },
  ]);
}

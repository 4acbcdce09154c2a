import { validationError } from '../../ground/errors/service-error.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { type Screening, ScreeningUnavailable } from '../../ports/screening.ts';
import type { ListSource } from './list-source.ts';
import { createLoadedList } from './loaded-list.ts';
import type { NameIndex } from './name-index.ts';
import { isRomanized } from './normalize-name.ts';

/**
 * A name that resembles a listed one this much is refused; 0 to 1. Of the labelled names of the tests it misses 4 of
 * 153 hits and refuses 5 of 159 others; of those held out while the method was made, 2 of 27 and 1 of 31. At 0.80 it
 * would miss as many and refuse 7; at 0.90 it would miss 14 and refuse 4. A miss may pay somebody whom the law forbids
 * to pay, while a wrong refusal only makes one payee ask why. So this is the lowest score at which nearly all refusals
 * are right.
 */
export const refusalScore = 0.85;

/**
 * The list has had more than 10,000 persons and organizations for years. A file with less than half of them is broken.
 */
export const leastListedParties = 5_000;

interface Options extends Pick<Runtime, 'clock' | 'log'> {
  readonly source: ListSource;
  /** `leastListedParties` by default; lists of another kind may be shorter. */
  readonly leastParties?: number;
}

/**
 * Screens recipients by name against OFAC's Specially Designated Nationals list (specification, What the service does,
 * Controls; Create a recipient, 422 and 503). A refusal is final and gives no reason; the log has the listed entity's
 * number and the score, and no name.
 *
 * @example createListScreening({ source: listSourceAt('s3://bucket/ofac'), clock, log })
 * @returns a port that throws ScreeningUnavailable when the list cannot be read, and ServiceError VALIDATION_ERROR for
 *   a name that matches no listed one but is not all in Latin letters, because such a name cannot be compared
 */
export function createListScreening({ source, clock, log, leastParties = leastListedParties }: Options): Screening {
  const list = createLoadedList({ source, clock, leastParties });

  async function index(): Promise<NameIndex> {
    try {
      return await list();
    } catch (error) {
      throw new ScreeningUnavailable('the screening list is not at hand', { cause: error });
    }
  }

  return {
    async screen({ name }) {
      const match = (await index()).bestMatch(name, refusalScore);
      if (!match && !isRomanized(name)) throw notRomanized();
      if (!match) return 'clear';
      log.warn('screening refused a recipient', { ...match });
      return 'refused';
    },
  };
}

function notRomanized() {
  return validationError([{ path: 'name', message: 'must be written in Latin letters', code: 'unsupported_script' }]);
}

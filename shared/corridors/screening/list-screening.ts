import { validationError } from '../../ground/errors/service-error.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { type Screening, ScreeningUnavailable } from '../../ports/screening.ts';
import type { ListSource } from './list-source.ts';
import { createLoadedList } from './loaded-list.ts';
import type { NameIndex } from './name-index.ts';
import { isRomanized } from './normalize-name.ts';

/**
 * A name that resembles a listed one this much is refused; 0 to 1. Of the labelled names of the tests it misses 4 of 153
 * hits and refuses 5 of 159 others; of those held out while the method was made, 2 of 27 and 1 of 31. At 0.80 it would miss
 * as many and refuse 7; at 0.90 miss 14 and refuse 4. A miss may pay somebody whom the law forbids to pay, a refusal is one
 * payee who asks why: so it is the lowest score at which nearly all refusals are right.
 */
export const refusalScore = 0.85;

/** The list has had more than 10,000 persons and organizations for years; half of them is a broken file. */
export const leastListedParties = 5_000;

interface Options extends Pick<Runtime, 'clock' | 'log'> {
  readonly source: ListSource;
  /** `leastListedParties` unless said; for lists of another kind. */
  readonly leastParties?: number;
}

/**
 * Screens recipients by name against OFAC's Specially Designated Nationals list (specification, What the service does,
 * Controls; Create a recipient, 422 and 503). A refusal is final and says nothing; the log has the listed entity's number
 * and the score, and no name.
 *
 * @example createListScreening({ source: listSourceAt('s3://bucket/ofac'), clock, log })
 * @returns a port that throws ScreeningUnavailable where the list is not at hand, and ServiceError VALIDATION_ERROR for a
 *   name that no listed one was seen in and that is not all in Latin letters: it could only be passed unseen.
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

import { type Screening, ScreeningUnavailable } from '../../../ports/screening.ts';
import type { LambdaPlace } from '../../../ports/wiring/capability.ts';
import { listSourceAt } from '../list-location.ts';

/** Nobody is registered live where the stage names no list. */
const withoutList: Screening = {
  async screen() {
    throw new ScreeningUnavailable('the stage names no screening list');
  },
};

/**
 * Screening by the stage's list. The code that compares names is loaded with the first recipient, as the list is, which takes
 * far longer. The sandbox, and a stage without a list, never load it.
 */
export function screeningByList(place: LambdaPlace, options: { readonly maxAgeMs?: number } = {}): Screening {
  const { environment, clock, log } = place;
  if (!environment.SCREENING_LIST) return withoutList;
  const source = listSourceAt(environment.SCREENING_LIST);
  let loaded: Promise<Screening> | undefined;
  const load = async () => {
    const { createListScreening } = await import('../list-screening.ts');
    return createListScreening({ source, clock, log, ...options });
  };
  return {
    async screen(subject) {
      loaded ??= load();
      return (await loaded).screen(subject);
    },
  };
}

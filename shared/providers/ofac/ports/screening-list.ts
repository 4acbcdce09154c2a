import { type Screening, ScreeningUnavailable } from '../../../ports/screening.ts';
import type { LambdaPlace } from '../../../ports/wiring/capability.ts';
import { listSourceAt } from '../list-location.ts';

/** If the stage names no list, no live recipient can be registered. */
const withoutList: Screening = {
  async screen() {
    throw new ScreeningUnavailable('the stage names no screening list');
  },
};

/**
 * Screening with the stage's list. The code that compares names is loaded with the first recipient, and so is the list,
 * which takes far longer. The sandbox, and a stage without a list, never load it.
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

import type { Screening } from '../../ports/screening.ts';
import { listSourceAt } from '../../providers/ofac/list-location.ts';
import type { LambdaPlace, Needs } from '../capability.ts';

/** What a function needs that reads the stage's screening list. */
export const listNeeds: Needs = {
  grants: [{ actions: ['s3:GetObject'], on: 'screeningList' }],
  environment: { SCREENING_LIST: 'screeningList' },
};

/**
 * Screening by the stage's list. The code that compares names is loaded with the first recipient, as the list is, which takes
 * far longer. The sandbox, and a stage without a list, never load it.
 */
export function screeningByList(
  place: LambdaPlace,
  options: { readonly maxAgeMs?: number } = {},
): Screening | undefined {
  const { environment, clock, log } = place;
  if (!environment.SCREENING_LIST) return undefined;
  const source = listSourceAt(environment.SCREENING_LIST);
  let loaded: Promise<Screening> | undefined;
  const load = async () => {
    const { createListScreening } = await import('../../providers/ofac/list-screening.ts');
    return createListScreening({ source, clock, log, ...options });
  };
  return {
    async screen(subject) {
      loaded ??= load();
      return (await loaded).screen(subject);
    },
  };
}

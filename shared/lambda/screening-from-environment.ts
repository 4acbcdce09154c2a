import { listSourceAt } from '../corridors/screening/list-location.ts';
import { createListScreening } from '../corridors/screening/list-screening.ts';
import type { Runtime } from '../ports/runtime.ts';
import type { Screening } from '../ports/screening.ts';

/** Screening by the stage's list, where `SCREENING_LIST` names one. The list is read at the first recipient. */
export function screeningFromEnvironment(
  { SCREENING_LIST }: NodeJS.ProcessEnv,
  { clock, log }: Pick<Runtime, 'clock' | 'log'>,
): Screening | undefined {
  if (!SCREENING_LIST) return undefined;
  return createListScreening({ source: listSourceAt(SCREENING_LIST), clock, log });
}

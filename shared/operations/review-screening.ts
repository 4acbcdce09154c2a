import { ServiceError } from '../ground/errors/service-error.ts';
import type { Runtime } from '../ports/runtime.ts';
import { type ScreeningReview, type ScreeningReviewer, ScreeningUnavailable } from '../ports/screening.ts';

/**
 * The result of screening a name, with the reasons. The log contains the operator and the entries they were shown, but
 * no name.
 */
export async function reviewName(
  { screeningReview, log }: Runtime<'screeningReview'>,
  name: string,
  actorUserId: string,
) {
  const { verdict, refusedFrom, nearest } = await reviewed(log, screeningReview, (reviewer) => reviewer.review(name));
  const entries = nearest.map(({ entityNumber, score }) => ({ entityNumber, score }));
  log.info('a name was screened for an operator', { actorUserId, verdict, entries });
  return {
    verdict,
    refusedFrom,
    nearest: nearest.map(({ words, ...party }) => ({ ...party, words: words.length === 0 ? asWhole : words.map(met) })),
  };
}

/**
 * Whether a digital currency address is listed, and whose it is. The log contains the operator and the result, but no
 * address.
 */
export async function reviewAddress(
  { screeningReview, log }: Runtime<'screeningReview'>,
  address: string,
  actorUserId: string,
) {
  const answer = await reviewed(log, screeningReview, (reviewer) => reviewer.reviewAddress(address));
  log.info('an address was screened for an operator', { actorUserId, ...answer });
  return answer;
}

const asWhole = ['all letters of the names, however they are parted'];

type Words = ScreeningReview['nearest'][number]['words'][number];

function met({ subject, listed, similarity }: Words): string {
  return similarity === 1 && subject === listed ? subject : `${subject} as ${listed} (${similarity})`;
}

async function reviewed<T>(
  log: Runtime['log'],
  reviewer: ScreeningReviewer | undefined,
  ask: (reviewer: ScreeningReviewer) => Promise<T>,
): Promise<T> {
  if (!reviewer) {
    throw new ServiceError('CONFLICT', 'this stage names no screening list: it is deployed without screeningList');
  }
  try {
    return await ask(reviewer);
  } catch (error) {
    if (!(error instanceof ScreeningUnavailable)) throw error;
    log.error(error.message, error);
    const detail = 'the screening list cannot be read; the log of this operation says why';
    throw new ServiceError('PAYOUT_ACCOUNT_PROVIDER_UNAVAILABLE', detail, {
      cause: error,
      resolution: 'Nothing was changed. Fix the list, then repeat the command.',
    });
  }
}

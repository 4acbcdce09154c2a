import { isComparable } from '../../corridors/names/normalize-name.ts';
import type { NearParty, ScreeningReviewer } from '../../ports/screening.ts';
import { refusalScore } from './list-screening.ts';
import { type ListToScreen, listToScreen } from './list-to-screen.ts';
import { type ExplainedMatch, NameIndex } from './name-index.ts';

/** The number of parties in a review, and the lowest score that is shown. */
const mostParties = 10;
const leastScore = 0.5;

/** Explains the answer of `createListScreening` about a name, and whether an address is listed. */
export function createListReview(options: ListToScreen): ScreeningReviewer {
  const list = listToScreen(options, ({ parties, addresses }) => ({ index: new NameIndex(parties), addresses }));
  return {
    async review(name) {
      const { index } = await list();
      const nearest = index.nearest(name, mostParties, leastScore);
      const isRefused = (nearest[0]?.score ?? 0) >= refusalScore;
      const verdict = isRefused ? 'refused' : isComparable(name) ? 'clear' : 'not-comparable';
      return { verdict, refusedFrom: refusalScore, nearest: nearest.map(nearParty) };
    },
    async reviewAddress(address) {
      const { addresses } = await list();
      const entityNumber = addresses.get(address.toLowerCase());
      return entityNumber === undefined ? { verdict: 'clear' } : { verdict: 'refused', entityNumber };
    },
  };
}

function nearParty({ entityNumber, listed, score, pairs }: ExplainedMatch): NearParty {
  const words = pairs.map((pair) => ({ ...pair, similarity: rounded(pair.similarity) }));
  return {
    entityNumber,
    listed,
    score: rounded(score),
    words: words.sort((a, b) => b.similarity - a.similarity),
  };
}

/** Rounded down, so that no score below the threshold is shown as equal to it. */
function rounded(score: number): number {
  return Math.floor(score * 1000 + 0.001) / 1000;
}

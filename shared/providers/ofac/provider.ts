import type { Provider } from '../../ports/wiring/provider.ts';
import { rescreening } from './ports/rescreening.ts';
import { screening } from './ports/screening.ts';
import { screeningReview } from './ports/screening-review.ts';
import { senderScreening } from './ports/sender-screening.ts';

/** The sanctions list against which every live recipient is screened, whichever rail pays them. */
export const ofac: Provider = {
  name: 'ofac',
  mode: 'live',
  ports: { screening, rescreening },
  capabilities: { screeningReview, senderScreening },
};

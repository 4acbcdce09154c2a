import type { PortCapability } from '../../../ports/wiring/capability.ts';
import { listSourceAt } from '../list-location.ts';
import { createListReview } from '../list-review.ts';
import { listNeeds } from './list-needs.ts';

export const screeningReview: PortCapability<'screeningReview'> = {
  ...listNeeds,
  ports: ({ environment: { SCREENING_LIST }, clock }) => ({
    screeningReview: SCREENING_LIST ? createListReview({ source: listSourceAt(SCREENING_LIST), clock }) : undefined,
  }),
};

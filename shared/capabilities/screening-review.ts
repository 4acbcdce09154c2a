import { listSourceAt } from '../providers/ofac/list-location.ts';
import { createListReview } from '../providers/ofac/list-review.ts';
import type { PortCapability } from './capability.ts';
import { listNeeds } from './rails/screening-list.ts';

export const screeningReview: PortCapability<'screeningReview'> = {
  ...listNeeds,
  ports: ({ environment: { SCREENING_LIST }, clock }) => ({
    screeningReview: SCREENING_LIST ? createListReview({ source: listSourceAt(SCREENING_LIST), clock }) : undefined,
  }),
};

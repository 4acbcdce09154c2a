import { listSourceAt } from '../providers/ofac/list-location.ts';
import { createListReview } from '../providers/ofac/list-review.ts';
import type { PortCapability } from './capability.ts';

export const screeningReview: PortCapability<'screeningReview'> = {
  grants: [{ actions: ['s3:GetObject'], on: 'screeningList' }],
  environment: { SCREENING_LIST: 'screeningList' },
  ports: ({ environment: { SCREENING_LIST }, clock }) => ({
    screeningReview: SCREENING_LIST ? createListReview({ source: listSourceAt(SCREENING_LIST), clock }) : undefined,
  }),
};

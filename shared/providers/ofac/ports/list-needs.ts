import type { Needs } from '../../../ports/wiring/capability.ts';

/** What a function needs to read the stage's screening list. */
export const listNeeds: Needs = {
  grants: [{ actions: ['s3:GetObject'], on: 'screeningList' }],
  environment: { SCREENING_LIST: 'screeningList' },
};

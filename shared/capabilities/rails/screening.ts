import { listSourceAt } from '../../providers/ofac/list-location.ts';
import { createListScreening } from '../../providers/ofac/list-screening.ts';
import { sandboxRegistration, sandboxScreening } from '../../providers/sandbox/payouts/simulator.ts';
import type { LiveScreening, RailCapability } from '../capability.ts';

/** The stage's list screens recipients for every live rail. It is read at the first recipient. */
export const screening: RailCapability<'screening'> & LiveScreening = {
  grants: [{ actions: ['s3:GetObject'], on: 'screeningList' }],
  environment: { SCREENING_LIST: 'screeningList' },
  sandbox: () => ({ screening: sandboxScreening, registration: sandboxRegistration }),
  liveScreening: ({ environment: { SCREENING_LIST }, clock, log }) =>
    SCREENING_LIST ? createListScreening({ source: listSourceAt(SCREENING_LIST), clock, log }) : undefined,
};

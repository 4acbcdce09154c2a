import { listSourceAt } from '../../providers/ofac/list-location.ts';
import { createListScreening } from '../../providers/ofac/list-screening.ts';
import { sandboxScreening } from '../../providers/sandbox/payouts/simulator.ts';
import type { LiveScreening, RailCapability } from '../capability.ts';

/** How old the list may be when all recipients are screened again. Milliseconds. */
const maxAgeMs = 60_000;

/** Screening by the list as it is now. */
export const rescreening: RailCapability<'rescreening'> & LiveScreening = {
  grants: [{ actions: ['s3:GetObject'], on: 'screeningList' }],
  environment: { SCREENING_LIST: 'screeningList' },
  sandbox: () => ({ screening: sandboxScreening }),
  liveScreening: ({ environment: { SCREENING_LIST }, clock, log }) =>
    SCREENING_LIST ? createListScreening({ source: listSourceAt(SCREENING_LIST), clock, log, maxAgeMs }) : undefined,
};

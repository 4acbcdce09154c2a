import { sandboxScreening } from '../../providers/sandbox/payouts/simulator.ts';
import type { LiveScreening, RailCapability } from '../capability.ts';
import { listNeeds, screeningByList } from './screening-list.ts';

/** How old the list may be when all recipients are screened again. Milliseconds. */
const maxAgeMs = 60_000;

/** Screening by the list as it is now. */
export const rescreening: RailCapability<'rescreening'> & LiveScreening = {
  ...listNeeds,
  sandbox: () => ({ screening: sandboxScreening }),
  liveScreening: (place) => screeningByList(place, { maxAgeMs }),
};

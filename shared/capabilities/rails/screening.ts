import { sandboxRegistration, sandboxScreening } from '../../providers/sandbox/payouts/simulator.ts';
import type { LiveScreening, RailCapability } from '../capability.ts';
import { listNeeds, screeningByList } from './screening-list.ts';

/** The stage's list screens recipients for every live rail. */
export const screening: RailCapability<'screening'> & LiveScreening = {
  ...listNeeds,
  sandbox: () => ({ screening: sandboxScreening, registration: sandboxRegistration }),
  liveScreening: screeningByList,
};

import type { Rails } from '../../ports/runtime.ts';
import { sandboxRail, sandboxRegistration, sandboxScreening } from './payouts/simulator.ts';

/** Every port of the sandbox: one simulator implements them all. */
export const sandboxRails: Rails = {
  payouts: { sandbox: sandboxRail },
  registration: { sandbox: sandboxRegistration },
  screening: sandboxScreening,
};

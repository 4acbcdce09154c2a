import type { Rails } from '../../ports/runtime.ts';
import { byName } from '../../ports/wiring/by-name.ts';
import { sandboxRail, sandboxRegistration, sandboxScreening } from './payouts/simulator.ts';

/** Every port of the sandbox: one simulator implements them all. */
export const sandboxRails: Rails = byName([
  ['sandbox', { payouts: sandboxRail, screening: sandboxScreening, registration: sandboxRegistration }],
]);

import { sandboxRegistration } from '../../providers/sandbox/payouts/simulator.ts';
import type { RailCapability } from '../capability.ts';

export const registration: RailCapability<'registration'> = {
  sandbox: () => ({ registration: sandboxRegistration }),
};

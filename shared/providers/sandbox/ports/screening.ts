import type { ProviderPort } from '../../../ports/wiring/provider.ts';
import { sandboxRegistration, sandboxScreening } from '../payouts/simulator.ts';

export const screening: ProviderPort<'screening'> = {
  open: () => ({ screening: sandboxScreening, registration: sandboxRegistration }),
};

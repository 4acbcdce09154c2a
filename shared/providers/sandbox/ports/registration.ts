import type { ProviderPort } from '../../../ports/wiring/provider.ts';
import { sandboxRegistration } from '../payouts/simulator.ts';

export const registration: ProviderPort<'registration'> = {
  open: () => ({ registration: sandboxRegistration }),
};

import type { ProviderPort } from '../../../ports/wiring/provider.ts';
import { sandboxScreening } from '../payouts/simulator.ts';

export const rescreening: ProviderPort<'rescreening'> = {
  open: () => ({ screening: sandboxScreening }),
};

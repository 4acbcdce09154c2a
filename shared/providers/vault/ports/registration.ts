import type { ProviderPort } from '../../../ports/wiring/provider.ts';
import { vaultRegistration } from '../catalog.ts';

export const registration: ProviderPort<'registration'> = {
  open: () => ({ registration: vaultRegistration }),
};

import type { ProviderPort } from '../../../ports/wiring/provider.ts';
import { servesToken } from '../checkout/serves-token.ts';

export const tokens: ProviderPort<'tokens'> = {
  open: () => ({ chain: { serves: servesToken } }),
};

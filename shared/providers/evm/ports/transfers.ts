import type { ProviderPort } from '../../../ports/wiring/provider.ts';
import { chainNeeds, connectedChain } from './chain-needs.ts';

export const transfers: ProviderPort<'transfers'> = {
  ...chainNeeds,
  open: (place) => ({ chain: connectedChain(place) }),
};

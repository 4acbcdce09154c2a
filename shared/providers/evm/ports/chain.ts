import type { ProviderPort } from '../../../ports/wiring/provider.ts';
import { chainNeeds, connectedChain } from './chain-needs.ts';

export const chain: ProviderPort<'chain'> = {
  ...chainNeeds,
  open: (place) => ({ chain: connectedChain(place) }),
};

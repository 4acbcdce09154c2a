import type { ProviderPort } from '../../../ports/wiring/provider.ts';
import { chainNeeds, openChain } from './chain-needs.ts';

export const chain: ProviderPort<'chain'> = {
  ...chainNeeds,
  open: (place) => ({ chain: openChain(place) }),
};

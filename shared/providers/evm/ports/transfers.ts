import type { ProviderPort } from '../../../ports/wiring/provider.ts';
import { chainNeeds, openChain } from './chain-needs.ts';

export const transfers: ProviderPort<'transfers'> = {
  ...chainNeeds,
  open: (place) => ({ chain: openChain(place) }),
};

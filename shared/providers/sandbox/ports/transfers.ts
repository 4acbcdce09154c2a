import type { ProviderPort } from '../../../ports/wiring/provider.ts';
import { memoryNeeds, secondTable } from '../../records/second-table.ts';
import { sandboxChain } from '../chain/chain.ts';

export const transfers: ProviderPort<'transfers'> = {
  ...memoryNeeds('dynamodb:Query'),
  open: (place) => ({ chain: sandboxChain(secondTable(place)) }),
};

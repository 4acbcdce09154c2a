import type { ProviderPort } from '../../../ports/wiring/provider.ts';
import { memoryNeeds, secondTable } from '../../records/second-table.ts';
import { sandboxChain } from '../chain/chain.ts';

export const chain: ProviderPort<'chain'> = {
  ...memoryNeeds('dynamodb:GetItem', 'dynamodb:PutItem'),
  open: (place) => {
    const { head, testTransfers } = sandboxChain(secondTable(place));
    return { chain: { head, testTransfers } };
  },
};

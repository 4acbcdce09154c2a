import type { ProviderPort } from '../../../ports/wiring/provider.ts';
import { memoryNeeds, secondTable } from '../../records/second-table.ts';
import { sandboxChain } from '../chain/chain.ts';

export const testTransfers: ProviderPort<'testTransfers'> = {
  ...memoryNeeds('dynamodb:GetItem', 'dynamodb:PutItem'),
  open: (place) => {
    const { testTransfers } = sandboxChain(secondTable(place));
    return { chain: { testTransfers } };
  },
};

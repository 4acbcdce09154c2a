import type { ProviderPort } from '../../../ports/wiring/provider.ts';
import { memoryNeeds, secondTable } from '../../records/second-table.ts';
import { sandboxAcquirer } from '../cards/acquirer.ts';

export const cards: ProviderPort<'cards'> = {
  ...memoryNeeds('dynamodb:GetItem', 'dynamodb:PutItem'),
  open: (place) => ({ acquirer: sandboxAcquirer(secondTable(place)) }),
};

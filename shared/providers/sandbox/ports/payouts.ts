import type { ProviderPort } from '../../../ports/wiring/provider.ts';
import { memoryNeeds, secondTable } from '../../records/second-table.ts';
import { rememberingRail } from '../payouts/remembering-rail.ts';

export const payouts: ProviderPort<'payouts'> = {
  ...memoryNeeds('dynamodb:GetItem', 'dynamodb:PutItem'),
  open: (place) => ({ payouts: rememberingRail(secondTable(place).store) }),
};

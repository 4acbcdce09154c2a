import type { ProviderPort } from '../../../ports/wiring/provider.ts';
import { memoryNeeds, secondTable } from '../../records/second-table.ts';
import { rememberingRail } from '../payouts/remembering-rail.ts';

/** Lists what was sent, and sends nothing. */
export const sentPayouts: ProviderPort<'sentPayouts'> = {
  ...memoryNeeds('dynamodb:Query'),
  open: (place) => ({ payouts: rememberingRail(secondTable(place).store) }),
};

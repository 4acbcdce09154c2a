import type { ProviderPort } from '../../../ports/wiring/provider.ts';
import { memoryNeeds, secondTable } from '../../records/second-table.ts';
import { sandboxCatalog } from '../payouts/prices.ts';
import { rememberingRail } from '../payouts/remembering-rail.ts';

/** Lists what was sent, and sends nothing. */
export const sentPayouts: ProviderPort<'sentPayouts'> = {
  ...memoryNeeds('dynamodb:Query'),
  open: (place) => {
    const { rememberKeysForMs, since } = rememberingRail(secondTable(place).store);
    return { payouts: { ...sandboxCatalog, rememberKeysForMs, since } };
  },
};

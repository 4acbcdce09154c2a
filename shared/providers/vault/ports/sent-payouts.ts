import type { ProviderPort } from '../../../ports/wiring/provider.ts';
import { memoryNeeds } from '../../records/second-table.ts';
import { vaultCatalog } from '../catalog.ts';
import { railOf } from './payouts.ts';

/** Lists the requested payments of vaults, and requests none. */
export const sentPayouts: ProviderPort<'sentPayouts'> = {
  ...memoryNeeds('dynamodb:GetItem', 'dynamodb:Query'),
  open: (place) => {
    const { rememberKeysForMs, since } = railOf(place);
    return { payouts: { ...vaultCatalog(), rememberKeysForMs, since } };
  },
};

import { createIds } from '../../../ground/time/ids.ts';
import { systemSleep } from '../../../ground/time/system-time.ts';
import type { LambdaPlace } from '../../../ports/wiring/capability.ts';
import type { ProviderPort } from '../../../ports/wiring/provider.ts';
import { memoryNeeds, secondTable } from '../../records/second-table.ts';
import { vaultRail } from '../vault-rail.ts';

export const payouts: ProviderPort<'payouts'> = {
  ...memoryNeeds('dynamodb:GetItem', 'dynamodb:PutItem'),
  open: (place) => ({ payouts: railOf(place) }),
};

export function railOf(place: LambdaPlace) {
  const { store } = place;
  return vaultRail({ store, memory: secondTable(place).store, ids: createIds(), sleep: systemSleep });
}

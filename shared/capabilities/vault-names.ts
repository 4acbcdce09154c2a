import { createIds } from '../ground/time/ids.ts';
import { systemSleep } from '../ground/time/system-time.ts';
import type { PortCapability } from '../ports/wiring/capability.ts';
import { lateNames } from '../providers/evm/late-names.ts';
import { memoryNeeds, secondTable } from '../providers/records/second-table.ts';

/** Names payments of vaults. It reaches no chain and signs nothing. */
export const vaultNames: PortCapability<'vaultNames'> = {
  ...memoryNeeds('dynamodb:DeleteItem', 'dynamodb:GetItem', 'dynamodb:PutItem'),
  ports: (place) => {
    const { store: memory, clock } = secondTable(place);
    return { vaultNames: lateNames({ memory, clock, ids: createIds(), sleep: systemSleep }) };
  },
};

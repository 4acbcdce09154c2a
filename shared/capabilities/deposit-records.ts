import type { PortCapability } from '../ports/wiring/capability.ts';
import { depositRecords as recordsIn } from '../providers/records/deposit-record.ts';
import { memoryNeeds, secondTable } from '../providers/records/second-table.ts';

/** Records the addresses that are given to payouts. */
export const depositRecords: PortCapability<'depositRecords'> = {
  ...memoryNeeds('dynamodb:PutItem'),
  ports: (place) => {
    const { store, clock } = secondTable(place);
    return { depositRecords: recordsIn(store, clock) };
  },
};

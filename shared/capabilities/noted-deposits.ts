import type { PortCapability } from '../ports/wiring/capability.ts';
import { notedDeposits as notedIn } from '../providers/records/deposit-record.ts';
import { memoryNeeds, secondTable } from '../providers/records/second-table.ts';

/** Lists the addresses that were given to payouts. */
export const notedDeposits: PortCapability<'notedDeposits'> = {
  ...memoryNeeds('dynamodb:Query', 'dynamodb:GetItem'),
  ports: (place) => ({ notedDeposits: notedIn(secondTable(place).store) }),
};

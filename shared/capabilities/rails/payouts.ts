import { rememberingRail } from '../../providers/sandbox/payouts/remembering-rail.ts';
import type { RailCapability } from '../capability.ts';
import { memoryNeeds, sandboxMemory } from './sandbox-memory.ts';

export const payouts: RailCapability<'payouts'> = {
  ...memoryNeeds('dynamodb:GetItem', 'dynamodb:PutItem'),
  sandbox: (place) => ({ payouts: rememberingRail(sandboxMemory(place).store) }),
};

import { sandboxAcquirer } from '../../providers/sandbox/cards/acquirer.ts';
import type { RailCapability } from '../capability.ts';
import { memoryNeeds, sandboxMemory } from './sandbox-memory.ts';

export const cards: RailCapability<'cards'> = {
  ...memoryNeeds('dynamodb:GetItem', 'dynamodb:PutItem'),
  sandbox: (place) => ({ acquirer: sandboxAcquirer(sandboxMemory(place)) }),
};

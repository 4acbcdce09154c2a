import { sandboxChain } from '../../providers/sandbox/chain/chain.ts';
import type { RailCapability } from '../capability.ts';
import { memoryNeeds, sandboxMemory } from './sandbox-memory.ts';

export const chain: RailCapability<'chain'> = {
  ...memoryNeeds('dynamodb:GetItem', 'dynamodb:PutItem'),
  sandbox: (place) => ({ chain: sandboxChain(sandboxMemory(place)) }),
};

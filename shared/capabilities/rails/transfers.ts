import { sandboxChain } from '../../providers/sandbox/chain/chain.ts';
import type { RailCapability } from '../capability.ts';
import { memoryNeeds, sandboxMemory } from './sandbox-memory.ts';

export const transfers: RailCapability<'transfers'> = {
  ...memoryNeeds('dynamodb:Query'),
  sandbox: (place) => ({ chain: sandboxChain(sandboxMemory(place)) }),
};

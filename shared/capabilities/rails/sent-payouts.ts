import { rememberingRail } from '../../providers/sandbox/payouts/remembering-rail.ts';
import type { RailCapability } from '../capability.ts';
import { memoryNeeds, sandboxMemory } from './sandbox-memory.ts';

/** Lists what was sent, and sends nothing. */
export const sentPayouts: RailCapability<'sentPayouts'> = {
  ...memoryNeeds('dynamodb:Query'),
  sandbox: (place) => ({ payouts: rememberingRail(sandboxMemory(place).store) }),
};

import { sandboxRange } from '../../providers/sandbox/cards/range.ts';
import { sandboxSessions } from '../../providers/sandbox/cards/sessions.ts';
import type { RailCapability } from '../capability.ts';
import { memoryNeeds, sandboxMemory } from './sandbox-memory.ts';

export const cardPages: RailCapability<'cardPages'> = {
  ...memoryNeeds('dynamodb:GetItem'),
  sandbox: (place) => ({ acquirer: { range: sandboxRange, ...sandboxSessions(sandboxMemory(place)) } }),
};

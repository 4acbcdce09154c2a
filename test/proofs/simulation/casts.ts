import type { Cast } from './cast.ts';
import { begin, callerCommands } from './commands.ts';
import { operatorCommands } from './operator-commands.ts';
import type { StoryKind } from './plan.ts';
import { lookAtParkedWork } from './rail-commands.ts';
import { selfFunded } from './self-funded/cast.ts';
import { thiefCommands } from './thief-commands.ts';

const everything: Cast = {
  callerCommands,
  operatorCommands,
  thiefCommands,
  begin,
  look: lookAtParkedWork,
  isRestored: true,
};

const casts: Readonly<Record<StoryKind, Cast>> = { everything, 'self-funded': selfFunded };

export function castOf(kind: StoryKind): Cast {
  return casts[kind];
}

import type { CallerCommand, OperatorCommand } from './command.ts';
import type { Caller } from './engine/caller.ts';
import type { Director } from './engine/director.ts';
import type { World } from './engine/world.ts';
import type { ThiefCommand } from './thief-commands.ts';

/** Who does what in the stories of a kind. */
export interface Cast {
  readonly callerCommands: readonly CallerCommand[];
  readonly operatorCommands: readonly OperatorCommand[];
  readonly thiefCommands: readonly ThiefCommand[];
  /** How every organization begins. */
  readonly begin: (caller: Caller) => Promise<unknown>;
  /** What an operator does once nothing is due. @returns whether anything goes on */
  readonly look: (world: World) => Promise<boolean>;
  /** What follows once all is quiet, before invariants are asked. */
  readonly end?: (world: World, director: Director, look: () => Promise<boolean>) => Promise<void>;
  /** Whether a restore may follow. */
  readonly isRestored: boolean;
}

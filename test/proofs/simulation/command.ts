import type { Caller } from './engine/caller.ts';
import type { Dice } from './engine/dice.ts';
import type { Director } from './engine/director.ts';
import type { World } from './engine/world.ts';

export interface CallerCommand {
  readonly name: string;
  /** How often it is drawn, relative to the others. */
  readonly weight: number;
  readonly act: (caller: Caller, dice: Dice) => Promise<unknown>;
}

export interface OperatorCommand {
  readonly name: string;
  readonly weight: number;
  readonly act: (world: World, director: Director, dice: Dice) => Promise<unknown> | unknown;
}

/** Turns of others, at most so many. */
export async function waitForAWhile({ stage }: World, dice: Dice, turns = 25): Promise<void> {
  for (let turn = dice.below(turns); turn > 0; turn -= 1) await stage.park('somebody waits');
}

/** How often a caller tries before it gives up. */
export function tries(dice: Dice): number {
  return 1 + dice.below(4);
}

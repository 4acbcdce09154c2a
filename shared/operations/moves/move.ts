import type * as z from 'zod';
import type { Money } from '../../ground/money/money.ts';
import type { FoundAll, Reads } from '../../ground/table/store.ts';
import type { Outcome } from '../../journal/commit/commit.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { Runtime } from '../../ports/runtime.ts';

/** A decision to move money, which an operator makes alone or two make one after the other. */
export interface Move<R extends Reads> {
  readonly reads: R;
  /** What it is for, where it can be done only once: the bank's id of a transfer. */
  readonly about?: string;
  /** How long a second operator may confirm it, if not for a day. Milliseconds. */
  readonly confirmableMs?: number;
  /**
   * What it moves, in either direction.
   * @throws ServiceError where there is nothing to move
   */
  readonly money: (found: FoundAll<R>) => Money;
  /**
   * Pure, as every decision.
   * @returns undefined if it has been done
   * @throws ServiceError the refusal
   */
  readonly decide: (
    found: FoundAll<R>,
    draft: JournalDraft,
  ) => Outcome<{ readonly status: number; readonly body: object }> | undefined;
  /** The answer to what has been done before. @throws ServiceError CONFLICT if that was something else */
  readonly doneBefore?: () => Promise<object | undefined>;
}

/** A move without the types of what it reads. */
export type AnyMove = Omit<Move<Reads>, 'money' | 'decide'> & {
  readonly money: (found: never) => Money;
  readonly decide: (found: never, draft: JournalDraft) => ReturnType<Move<Reads>['decide']>;
};

/** An operation that moves money, declared apart from its function: a confirmation executes it too. */
export interface Movement<Input extends z.ZodType = z.ZodType> {
  /** Name of the operation. */
  readonly name: string;
  readonly input: Input;
  readonly move: (runtime: Runtime, input: z.output<Input>) => AnyMove;
}

/** A movement without its specific types, as a list of movements holds it. */
export type AnyMovement = Omit<Movement, 'move'> & { readonly move: (runtime: Runtime, input: never) => AnyMove };

/** Declares a move. Returns it unchanged; only its types are inferred. */
export function moving<R extends Reads>(move: Move<R>): AnyMove {
  return move;
}

export function defineMovement<Input extends z.ZodType>(movement: Movement<Input>): Movement<Input> {
  return movement;
}

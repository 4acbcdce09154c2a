import type * as z from 'zod';
import type { Money } from '../../ground/money/money.ts';
import type { FoundAll, Reads } from '../../ground/table/store.ts';
import type { Organization } from '../../identity/organization.ts';
import type { Outcome } from '../../journal/commit/commit.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { DecisionInput } from '../../journal/commit/read-state.ts';
import type { Capability, Runtime } from '../../ports/runtime.ts';

/** A decision of operators, which one makes alone or two make one after the other. */
export interface Move<R extends Reads> {
  readonly reads: R;
  /** What it is for, where it can be done only once: the bank's id of a transfer. */
  readonly about?: string;
  /** How long a second operator may confirm it, if not for a day. Milliseconds. */
  readonly confirmableMs?: number;
  /**
   * What has to be done outside the table before a second operator's word takes effect. It may be done more than once.
   * @throws ServiceError where it cannot be done
   */
  readonly before?: (organization: Organization, found: FoundAll<R>) => Promise<void>;
  /**
   * Pure, as every decision.
   * @returns undefined if it has been done
   * @throws ServiceError the refusal
   */
  readonly decide: (
    found: DecisionInput<R>,
    draft: JournalDraft,
  ) => Outcome<{ readonly status: number; readonly body: object }> | undefined;
  /** The answer to what has been done before. @throws ServiceError CONFLICT if that was something else */
  readonly doneBefore?: () => Promise<object | undefined>;
}

/** A move of money. Up to a limit an operator may make it alone. */
export interface MoneyMove<R extends Reads> extends Move<R> {
  /**
   * What it moves, in either direction.
   * @throws ServiceError where there is nothing to move
   */
  readonly money: (found: FoundAll<R>) => Money;
}

/** A move without the types of what it reads. */
export type AnyMove = Omit<Move<Reads>, 'before' | 'decide'> & {
  readonly before?: (organization: Organization, found: never) => Promise<void>;
  readonly decide: (found: never, draft: JournalDraft) => ReturnType<Move<Reads>['decide']>;
};
export type AnyMoneyMove = AnyMove & { readonly money: (found: never) => Money };

/** An operation that a second operator may have to confirm, declared apart from its function: a confirmation executes it too. */
export interface Movement<
  Input extends z.ZodType = z.ZodType,
  Made extends AnyMove = AnyMove,
  Used extends Capability = never,
> {
  /** Name of the operation. */
  readonly name: string;
  readonly input: Input;
  /** What it uses besides the table: its operation uses that too, and so does the confirmation. */
  readonly uses?: readonly Used[];
  readonly move: (runtime: Runtime<Used>, input: z.output<Input>) => Made;
}

/** A movement without its specific types, as a list of movements holds it. */
export type AnyMovement = Omit<Movement, 'move' | 'uses'> & {
  readonly move: (runtime: Runtime<'corridors' | 'registration'>, input: never) => AnyMove;
};

/** Declares a move of money. Returns it unchanged; only its types are inferred. */
export function moving<R extends Reads>(move: MoneyMove<R>): AnyMoneyMove {
  return move;
}

/** Declares a move that always takes two operators. Returns it unchanged; only its types are inferred. */
export function agreeing<R extends Reads>(move: Move<R>): AnyMove {
  return move;
}

export function defineMovement<Input extends z.ZodType, Made extends AnyMove, Used extends Capability = never>(
  movement: Movement<Input, Made, Used>,
): Movement<Input, Made, Used> {
  return movement;
}

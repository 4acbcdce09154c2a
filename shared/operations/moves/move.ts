import type * as z from 'zod';
import type { Money } from '../../ground/money/money.ts';
import type { FoundAll, ItemRefs } from '../../ground/table/store.ts';
import type { Organization } from '../../identity/organization.ts';
import type { Outcome } from '../../journal/commit/commit.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { DecisionInput } from '../../journal/commit/read-state.ts';
import type { Capability, Runtime } from '../../ports/runtime.ts';

/** A decision that one operator makes alone, or that two operators make one after the other. */
export interface Move<R extends ItemRefs> {
  readonly reads: R;
  /** The subject, if the decision can be made only once for it: the bank's id of a transfer. */
  readonly about?: string;
  /** How long a second operator can confirm it, if not for a day. Milliseconds. */
  readonly confirmableMs?: number;
  /**
   * What must be done outside the table before a second operator's confirmation takes effect. It may run more than
   * once.
   * @throws ServiceError if it cannot be done
   */
  readonly before?: (organization: Organization, found: FoundAll<R>) => Promise<void>;
  /**
   * Pure, like every decision.
   * @returns undefined if it has already been done
   * @throws ServiceError the refusal
   */
  readonly decide: (
    found: DecisionInput<R>,
    draft: JournalDraft,
  ) => Outcome<{ readonly status: number; readonly body: object }> | undefined;
  /** The answer if it has already been done. @throws ServiceError CONFLICT if that was something else */
  readonly doneBefore?: () => Promise<object | undefined>;
}

/** A move of money. Up to a limit, an operator can make it alone. */
export interface MoneyMove<R extends ItemRefs> extends Move<R> {
  /**
   * The amount it moves, in either direction.
   * @throws ServiceError if there is nothing to move
   */
  readonly money: (found: FoundAll<R>) => Money;
}

/** A move without the types of its reads. */
export type AnyMove = Omit<Move<ItemRefs>, 'before' | 'decide'> & {
  readonly before?: (organization: Organization, found: never) => Promise<void>;
  readonly decide: (found: never, draft: JournalDraft) => ReturnType<Move<ItemRefs>['decide']>;
};
export type AnyMoneyMove = AnyMove & { readonly money: (found: never) => Money };

/**
 * An operation that a second operator may have to confirm. Declared separately from its function, because a
 * confirmation executes it too.
 */
export interface Movement<
  Input extends z.ZodType = z.ZodType,
  Made extends AnyMove = AnyMove,
  Used extends Capability = never,
> {
  /** Name of the operation. */
  readonly name: string;
  readonly input: Input;
  /** What it uses besides the table. Both its operation and the confirmation use it. */
  readonly uses?: readonly Used[];
  readonly move: (runtime: Runtime<Used>, input: z.output<Input>) => Made;
}

/** A movement without its specific types, as in a list of movements. */
export type AnyMovement = Omit<Movement, 'move' | 'uses'> & {
  readonly move: (runtime: Runtime<'corridors' | 'registration'>, input: never) => AnyMove;
};

/** Declares a move of money. Returns it unchanged and only infers its types. */
export function moving<R extends ItemRefs>(move: MoneyMove<R>): AnyMoneyMove {
  return move;
}

/** Declares a move that always requires two operators. Returns it unchanged and only infers its types. */
export function agreeing<R extends ItemRefs>(move: Move<R>): AnyMove {
  return move;
}

export function defineMovement<Input extends z.ZodType, Made extends AnyMove, Used extends Capability = never>(
  movement: Movement<Input, Made, Used>,
): Movement<Input, Made, Used> {
  return movement;
}

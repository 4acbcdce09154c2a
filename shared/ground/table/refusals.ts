import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';

type Attributes = Record<string, unknown>;

/** A conditional write that was refused, with the item as it stood. */
export class ConditionFailed extends Error {
  override readonly name = 'ConditionFailed';
  /** Not enumerable, so that no log of an error shows somebody's data. */
  declare readonly item: Attributes | undefined;

  constructor(item: Attributes | undefined) {
    super('the condition of a write did not hold');
    Object.defineProperty(this, 'item', { value: item });
  }
}

/** Why one write of a transaction was refused; `None` for those that would have gone through. */
export interface WriteRefusal {
  readonly code: string;
  readonly item: Attributes | undefined;
}

/** A transaction, or one write against a transaction, that was refused: nothing was written. */
export class TransactionRefused extends Error {
  override readonly name = 'TransactionRefused';
  /** In the order of the writes. Not enumerable, for the same reason. */
  declare readonly refusals: readonly WriteRefusal[];

  constructor(refusals: readonly WriteRefusal[]) {
    super(`transaction refused: ${refusals.map(({ code }) => code).join(', ')}`);
    Object.defineProperty(this, 'refusals', { value: refusals });
  }

  /** Somebody else is at work on the same items. */
  static lost(): TransactionRefused {
    return new TransactionRefused([{ code: 'TransactionConflict', item: undefined }]);
  }

  /** Whether somebody else was first: fresh reads may decide otherwise. Anything else is a fault of ours. */
  get lostRace(): boolean {
    return this.refusals.some(({ code }) => RACES.has(code));
  }
}

const RACES = new Set([
  'ConditionalCheckFailed',
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
]);

/** The refusal of a write that stands alone. One that met a transaction on its item lost the race against it. */
export function asWriteRefused(error: unknown): never {
  if (error instanceof TransactionConflictException) throw TransactionRefused.lost();
  if (!(error instanceof ConditionalCheckFailedException)) throw error;
  // The document client leaves the items of exceptions as they came.
  throw new ConditionFailed(error.Item && unmarshall(error.Item));
}

export function asTransactionRefused(error: unknown): never {
  if (!(error instanceof TransactionCanceledException)) throw error;
  const refusals = (error.CancellationReasons ?? []).map(({ Code, Item }) => ({
    code: Code ?? 'None',
    item: Item && unmarshall(Item),
  }));
  throw new TransactionRefused(refusals);
}

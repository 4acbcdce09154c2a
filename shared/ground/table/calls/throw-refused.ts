import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import { plainItem } from '../plain-item.ts';
import { ConditionFailed, TransactionRefused } from '../refusals.ts';

/** Throws the refusal of a single write. A conflict with a transaction on the item counts as a lost race. */
export function throwWriteRefused(error: unknown): never {
  if (error instanceof TransactionConflictException) throw TransactionRefused.lost();
  if (!(error instanceof ConditionalCheckFailedException)) throw error;
  // The document client does not convert the items of exceptions.
  throw new ConditionFailed(error.Item && plainItem(error.Item));
}

/** Throws the refusal of a transaction. */
export function throwTransactionRefused(error: unknown): never {
  if (!(error instanceof TransactionCanceledException)) throw error;
  const refusals = (error.CancellationReasons ?? []).map(({ Code, Item }) => ({
    code: Code ?? 'None',
    item: Item && plainItem(Item),
  }));
  throw new TransactionRefused(refusals);
}

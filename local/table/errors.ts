import {
  ConditionalCheckFailedException,
  DynamoDBServiceException,
  IdempotentParameterMismatchException,
  ProvisionedThroughputExceededException,
  ResourceNotFoundException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { isTransaction, namedKeys, type TableCall } from './call.ts';
import type { Item } from './item.ts';

/** What the SDK throws, by the names that DynamoDB gives it. */

const $metadata = { httpStatusCode: 400 };

/** Something that this table was not made for; DynamoDB may know it. It must be added here first, and to the generator. */
export class UnknownForm extends Error {
  override readonly name = 'UnknownForm';

  constructor(form: string) {
    super(`this table does not know this form yet: ${form}`);
  }
}

/** A request that DynamoDB refuses whatever it holds. */
export class ValidationException extends DynamoDBServiceException {
  constructor(message: string) {
    super({ name: 'ValidationException', $fault: 'client', message, $metadata });
  }
}

export function conditionFailed(item: Item | undefined): Error {
  return new ConditionalCheckFailedException({
    message: 'The conditional request failed',
    $metadata,
    ...(item && { Item: marshall(item) }),
  });
}

/** Why one part of a transaction was refused. */
export interface Reason {
  readonly Code: 'None' | 'ConditionalCheckFailed' | 'TransactionConflict' | 'ThrottlingError' | 'ValidationError';
  readonly Message?: string;
  /** As it stood, where it was asked for. */
  readonly Item?: Item | undefined;
}

export function transactionCanceled(reasons: readonly Reason[]): Error {
  const codes = reasons.map(({ Code }) => Code).join(', ');
  return new TransactionCanceledException({
    message: `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`,
    $metadata,
    // The document client leaves the items of exceptions as they came.
    CancellationReasons: reasons.map(({ Item: item, ...reason }) => ({
      ...reason,
      ...(item && { Item: marshall(item) }),
    })),
  });
}

/** Somebody else's transaction holds items that a call names. @param isHeld of each key, in the order of the call */
export function conflict(call: TableCall, isHeld: readonly boolean[]): Error {
  if (!isTransaction(call)) {
    return new TransactionConflictException({ message: 'Transaction is ongoing for the item', $metadata });
  }
  return transactionCanceled(isHeld.map((held) => ({ Code: held ? 'TransactionConflict' : 'None' })));
}

/** What the SDK throws when its own retries met throttling too. */
export function throttled(call: TableCall): Error {
  if (isTransaction(call)) return transactionCanceled(namedKeys(call).map(() => ({ Code: 'ThrottlingError' })));
  return new ProvisionedThroughputExceededException({ message: 'The level of throughput was exceeded', $metadata });
}

export function tokenOfAnother(): Error {
  return new IdempotentParameterMismatchException({ message: 'the token was used with other parameters', $metadata });
}

export function noSuchTable(name: unknown): Error {
  return new ResourceNotFoundException({ message: `there is no table ${String(name)}`, $metadata });
}

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

/** The errors that the SDK throws, with the names that DynamoDB gives them. */

const $metadata = { httpStatusCode: 400 };

/**
 * A form that this table does not support, although DynamoDB may. It must be added here first, and to the generator.
 */
export class UnknownForm extends Error {
  override readonly name = 'UnknownForm';

  constructor(form: string) {
    super(`this table does not know this form yet: ${form}`);
  }
}

/** A request that DynamoDB refuses whatever the table contains. */
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
  /** The item as it was, if it was requested. */
  readonly Item?: Item | undefined;
}

export function transactionCanceled(reasons: readonly Reason[]): Error {
  const codes = reasons.map(({ Code }) => Code).join(', ');
  return new TransactionCanceledException({
    message: `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`,
    $metadata,
    // The document client does not convert the items in exceptions.
    CancellationReasons: reasons.map(({ Item: item, ...reason }) => ({
      ...reason,
      ...(item && { Item: marshall(item) }),
    })),
  });
}

/**
 * Another transaction holds items that a call names.
 * @param isHeld for each key, in the order of the call
 */
export function conflict(call: TableCall, isHeld: readonly boolean[]): Error {
  if (!isTransaction(call)) {
    return new TransactionConflictException({ message: 'Transaction is ongoing for the item', $metadata });
  }
  return transactionCanceled(isHeld.map((held) => ({ Code: held ? 'TransactionConflict' : 'None' })));
}

/** The error of the SDK after its own retries were throttled too. */
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

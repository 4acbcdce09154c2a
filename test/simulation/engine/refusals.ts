import {
  ProvisionedThroughputExceededException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import { type TableCall, writesOf } from './table-call.ts';

/** Marks what the simulation itself threw: any other failure of a handler is a fault of the product. */
const injected = new WeakSet<Error>();

export function isInjected(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return injected.has(error) || isInjected(error.cause);
}

export function inject<E extends Error>(error: E): E {
  injected.add(error);
  return error;
}

/** What the SDK throws when no answer came back. */
export function noAnswer(): Error {
  return inject(Object.assign(new Error('socket hang up'), { name: 'TimeoutError' }));
}

/** What DynamoDB answers when another transaction holds one of the items. */
export function conflict(call: TableCall): Error {
  if (isTransaction(call)) return canceled('TransactionConflict', call);
  return inject(new TransactionConflictException({ message: 'conflict', $metadata: {} }));
}

/** What the SDK throws when its own retries met throttling too. */
export function throttled(call: TableCall): Error {
  if (isTransaction(call)) return canceled('ThrottlingError', call);
  return inject(new ProvisionedThroughputExceededException({ message: 'throttled', $metadata: {} }));
}

function isTransaction({ name }: TableCall): boolean {
  return name === 'TransactWrite' || name === 'TransactGet';
}

function canceled(Code: string, call: TableCall): Error {
  const others = Math.max(0, writesOf(call).length - 1);
  return inject(
    new TransactionCanceledException({
      message: 'Transaction cancelled',
      $metadata: {},
      CancellationReasons: [...Array.from({ length: others }, () => ({ Code: 'None' })), { Code }],
    }),
  );
}

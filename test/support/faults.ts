import { DynamoDBServiceException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createTestTable, type TestTable } from './dynamodb.ts';

/** A call to the table: the command's name without `Command`, and its input. */
export interface TableCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Wraps every call to the table: it may let the call fail, act before or after it, or lose its answer. */
export type Intercept = (call: TableCall, send: () => Promise<unknown>) => Promise<unknown>;

/** A table whose calls a test can let fail. The engine is real; only the connection to it fails. */
export interface FaultyTable extends TestTable {
  /** Wraps calls from now on; undefined ends it. */
  intercept(intercept: Intercept | undefined): void;
  /** Runs `act` without faults. */
  withoutFaults<Result>(act: () => Promise<Result>): Promise<Result>;
}

export async function createFaultyTable(): Promise<FaultyTable> {
  const { client, tableName } = await createTestTable();
  let current: Intercept | undefined;
  return {
    tableName,
    client: wrap(client, (call, send) => (current ? current(call, send) : send())),
    intercept(intercept) {
      current = intercept;
    },
    async withoutFaults(act) {
      const faults = current;
      current = undefined;
      try {
        return await act();
      } finally {
        current = faults;
      }
    },
  };
}

/** The client, with every call wrapped by `intercept`. */
export function wrap(client: DynamoDBDocumentClient, intercept: Intercept): DynamoDBDocumentClient {
  const wrapped: DynamoDBDocumentClient = Object.create(client);
  const send = async (command: { constructor: { name: string }; input: TableCall['input'] }) =>
    intercept({ name: command.constructor.name.replace(/Command$/, ''), input: command.input }, () =>
      client.send(command as never),
    );
  wrapped.send = send as DynamoDBDocumentClient['send'];
  return wrapped;
}

/** Whether a call is the read of a decision, which names the head and other items. */
export function readsHead({ name, input }: TableCall): boolean {
  return name === 'BatchGet' && JSON.stringify(input.RequestItems).includes('"HEAD"');
}

/** What DynamoDB answers when another transaction holds one of the items. */
export function transactionConflict(): TransactionCanceledException {
  return new TransactionCanceledException({
    message: 'Transaction cancelled',
    $metadata: {},
    CancellationReasons: [{ Code: 'TransactionConflict' }],
  });
}

/** Names of the errors by which DynamoDB refuses a single call when it has too much to do. */
export const throttlings = ['ProvisionedThroughputExceededException', 'ThrottlingException', 'RequestLimitExceeded'];

/** What the SDK throws when each of its attempts was refused so. */
export function throttled(name: string): Error {
  return new DynamoDBServiceException({ name, message: 'Too much to do', $fault: 'client', $metadata: {} });
}

/** A transaction that is cancelled because the table has too much to do. */
export function throttledTransaction(): TransactionCanceledException {
  return new TransactionCanceledException({
    message: 'Transaction cancelled',
    $metadata: {},
    CancellationReasons: [{ Code: 'None' }, { Code: 'ThrottlingError' }],
  });
}

/** The answer to a batch of which nothing was read. */
export function unread({ input }: TableCall): unknown {
  return { Responses: {}, UnprocessedKeys: input.RequestItems };
}

/** What the SDK throws when no answer came back. */
export function lostAnswer(): Error {
  return Object.assign(new Error('socket hang up'), { name: 'TimeoutError' });
}

/** Runs `act` once, before the first call of this name. */
export function beforeFirst(name: string, act: () => Promise<unknown>): Intercept {
  let done = false;
  return async (call, send) => {
    if (call.name === name && !done) {
      done = true;
      await act();
    }
    return send();
  };
}

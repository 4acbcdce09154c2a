import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

const writes = /^(Put|Update|Delete|BatchWrite|TransactWrite)/;

/** Calls `wake` after every write through the client, so that the stream need not be asked all the time. */
export function wakeOnWrite(client: DynamoDBClient, wake: () => void): void {
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const output = await next(args);
      if (writes.test(context.commandName ?? '')) wake();
      return output;
    },
    { name: 'wakeOnWrite', step: 'initialize' },
  );
}

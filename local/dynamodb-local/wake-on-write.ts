import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { writeCommand } from './guard-writes.ts';

/** Calls `wake` after every write through the client, so that the stream need not be polled all the time. */
export function wakeOnWrite(client: DynamoDBClient, wake: () => void): void {
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const output = await next(args);
      if (writeCommand.test(context.commandName ?? '')) wake();
      return output;
    },
    { name: 'wakeOnWrite', step: 'initialize' },
  );
}

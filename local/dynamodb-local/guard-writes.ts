import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/** The names of the commands that write, including those of the document client. */
export const writeCommand = /^(Put|Update|Delete|BatchWrite|TransactWrite)/;

/**
 * Checks before every write through the client whether it may be sent. @param fault gives the error that is thrown
 * instead
 */
export function guardWrites(client: DynamoDBClient, fault: () => Error | undefined): void {
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const refused = writeCommand.test(context.commandName ?? '') ? fault() : undefined;
      if (refused) throw refused;
      return next(args);
    },
    { name: 'guardWrites', step: 'initialize' },
  );
}

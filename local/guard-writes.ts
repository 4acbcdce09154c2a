import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/** Writes as DynamoDB names them; also those of the document client. */
export const writeCommand = /^(Put|Update|Delete|BatchWrite|TransactWrite)/;

/** Asks before every write through the client whether it may be sent. @param fault what is thrown instead */
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

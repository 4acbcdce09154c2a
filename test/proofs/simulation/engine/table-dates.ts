import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Dice } from './dice.ts';
import type { Stage } from './stage.ts';

type Next = (call: unknown) => Promise<{ readonly output: unknown; readonly response: unknown }>;

interface Parts {
  readonly stage: Stage;
  readonly dice: Dice;
}

/** The client with answers that tell the table's time, as those of AWS do: when it was within the call is up to the dice. */
export function withDates(client: DynamoDBDocumentClient, { stage, dice }: Parts): DynamoDBDocumentClient {
  let watch = (next: Next): Next => next;
  const send = async (command: Parameters<DynamoDBDocumentClient['send']>[0]) => {
    const sentAt = stage.now;
    const answer: Next = async () => {
      const output = await client.send(command);
      const date = new Date(sentAt + dice.below(stage.now - sentAt + 1)).toUTCString();
      return { output, response: { headers: { date } } };
    };
    return (await watch(answer)(command)).output;
  };
  const add = (middleware: typeof watch) => {
    watch = middleware;
  };
  return { send, middlewareStack: { add } } as unknown as DynamoDBDocumentClient;
}

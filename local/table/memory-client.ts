import { setImmediate as turn } from 'node:timers/promises';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { callOf, type Output, type TableCall } from './call.ts';
import { EmbeddedTable } from './embedded-table.ts';
import { throttled } from './errors.ts';
import { Ongoing } from './ongoing.ts';

interface Options {
  /** Resolves when the time of a call has passed. Defaults to one turn of the event loop. */
  readonly takes?: (call: TableCall) => Promise<unknown>;
  /** Whether a call is refused for its throughput. */
  readonly throttles?: (call: TableCall) => boolean;
}

/**
 * A client that the service can use instead of DynamoDB's document client. A call takes effect at the end of its time.
 * A transaction holds its items during all of it, and calls that need them are refused as AWS refuses them.
 */
export function memoryClient(
  table: EmbeddedTable,
  { takes = () => turn(), throttles }: Options = {},
): DynamoDBDocumentClient {
  const ongoing = new Ongoing();

  async function send(command: Parameters<typeof callOf>[0]): Promise<Output> {
    const call = callOf(command);
    if (throttles?.(call)) throw throttled(call);
    const end = ongoing.begin(call);
    try {
      await takes(call);
      return table.perform(call);
    } finally {
      end();
    }
  }

  return { send } as unknown as DynamoDBDocumentClient;
}

/** A separate empty table, as `createTestTable` creates it. */
export function createMemoryTable(name?: string) {
  const table = new EmbeddedTable(name === undefined ? {} : { name });
  return { table, client: memoryClient(table), tableName: table.name };
}

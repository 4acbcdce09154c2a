import { randomUUID } from 'node:crypto';
import { DeleteTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createTableClients } from '../../local/clients.ts';
import { createTable } from '../../local/create-table.ts';
import { createLeanClient } from './engine/lean-client.ts';
import type { Lane } from './engine/world.ts';

/** What former runs left in a table fills the memory. */
const runsPerTable = 50;
const tableName = 'simulation';

interface OwnedLane extends Lane {
  readonly client: DynamoDBClient;
}

/** Hands out tables. Runs of one table differ in the names of their organizations. */
export class Lanes {
  readonly #endpoint: string;
  readonly #free: OwnedLane[] = [];

  constructor(endpoint: string) {
    this.#endpoint = endpoint;
  }

  /** Lends a table to one run. A run that failed may have left work that is due for ever: the table is made anew. */
  async use<T extends { readonly violations: readonly string[] }>(run: (lane: Lane) => Promise<T>): Promise<T> {
    const lane = this.#free.pop() ?? (await open(this.#endpoint));
    const result = await run(lane);
    if (result.violations.length > 0 || lane.runs % runsPerTable === 0) await renew(lane);
    this.#free.push(lane);
    return result;
  }
}

async function open(endpoint: string): Promise<OwnedLane> {
  // Each key id has a database of its own, so that lanes do not wait for each other.
  const databaseKeyId = randomUUID().replaceAll('-', '');
  const { client } = createTableClients(endpoint, databaseKeyId);
  await createTable(client, tableName, { stream: false });
  return { client, send: createLeanClient(endpoint, databaseKeyId), tableName, runs: 0 };
}

/** In the same database, which uses the memory again. */
async function renew({ client }: OwnedLane): Promise<void> {
  await client.send(new DeleteTableCommand({ TableName: tableName }));
  await createTable(client, tableName, { stream: false });
}

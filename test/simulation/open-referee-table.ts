import { randomUUID } from 'node:crypto';
import { DeleteTableCommand } from '@aws-sdk/client-dynamodb';
import { createTableClients } from '../../local/clients.ts';
import { createTable } from '../../local/create-table.ts';
import { MemoryTable } from '../../local/table/memory-table.ts';
import { createLeanClient, type SendCall } from '../local/table/lean-client.ts';

interface RefereeTable {
  readonly send: SendCall;
  close(): Promise<void>;
}

/** An empty table of DynamoDB Local, for one story. Each key id has a database of its own, so that stories do not meet. */
export async function openRefereeTable(endpoint: string): Promise<RefereeTable> {
  const databaseKeyId = randomUUID().replaceAll('-', '');
  const { name: TableName } = new MemoryTable();
  const { client } = createTableClients(endpoint, databaseKeyId);
  await createTable(client, TableName, { stream: false });
  return {
    send: createLeanClient(endpoint, databaseKeyId),
    close: async () => {
      await client.send(new DeleteTableCommand({ TableName }));
      client.destroy();
    },
  };
}

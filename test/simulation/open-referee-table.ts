import { randomUUID } from 'node:crypto';
import { DeleteTableCommand } from '@aws-sdk/client-dynamodb';
import { createTableClients } from '../../local/clients.ts';
import { createTable } from '../../local/create-table.ts';
import { createLeanClient, type SendCall } from '../memory-table/lean-client.ts';
import { MemoryTable } from '../memory-table/memory-table.ts';

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

import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeleteTableCommand } from '@aws-sdk/client-dynamodb';
import { createTable } from '../../../local/dynamodb-local/create-table.ts';
import { createTableClients } from '../../../local/dynamodb-local/table-clients.ts';
import { openEmbeddedDatabase } from '../../../local/table/embedded-database.ts';
import { EmbeddedTable } from '../../../local/table/embedded-table.ts';
import { createLeanClient, type SendCall } from './lean-client.ts';

/** Another table that answers the same calls, over HTTP. */
export interface Peer {
  readonly name: string;
  readonly send: SendCall;
  /** Closes what it keeps its items in, and opens it again. */
  reopen(): Promise<void>;
  close(): Promise<void>;
}

const { name: tableName } = new EmbeddedTable();

/** Empty tables against which one in memory is held: one in SQLite and, where its endpoint is given, one in DynamoDB Local. */
export async function openPeers(dynamoDbEndpoint?: string): Promise<Peer[]> {
  const sqlite = await openSqlitePeer();
  return dynamoDbEndpoint === undefined ? [sqlite] : [sqlite, await openDynamoDbLocalPeer(dynamoDbEndpoint)];
}

export async function closeAll(peers: readonly Peer[]): Promise<void> {
  for (const peer of peers) await peer.close();
}

async function openSqlitePeer(): Promise<Peer> {
  const directory = await mkdtemp(join(tmpdir(), 'sluice-peer-'));
  const keyId = randomUUID();
  const open = async () => {
    const failed: string[] = [];
    const database = await openEmbeddedDatabase({ directory, keyId, onFailure: (message) => failed.push(message) });
    await database.openTable(tableName);
    return { database, send: createLeanClient(database.endpoint, keyId) };
  };
  let opened = await open();
  return {
    name: 'in SQLite',
    send: (call) => opened.send(call),
    async reopen() {
      await opened.database.stop();
      opened = await open();
    },
    async close() {
      await opened.database.stop();
      await rm(directory, { recursive: true });
    },
  };
}

/** Each key id has a database of its own, so that tests do not meet. */
async function openDynamoDbLocalPeer(endpoint: string): Promise<Peer> {
  const keyId = randomUUID().replaceAll('-', '');
  const { client } = createTableClients(endpoint, keyId);
  await createTable(client, tableName, { stream: false });
  return {
    name: 'DynamoDB Local',
    send: createLeanClient(endpoint, keyId),
    async reopen() {},
    async close() {
      await client.send(new DeleteTableCommand({ TableName: tableName }));
      client.destroy();
    },
  };
}

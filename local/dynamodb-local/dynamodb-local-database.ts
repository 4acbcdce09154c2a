import type { Database, DatabaseOptions } from '../data/database.ts';
import { diskFailure, lowDiskSpaceError } from '../data/disk-failure.ts';
import { createTable } from './create-table.ts';
import { startDynamoDbLocal } from './dynamodb-local.ts';
import { guardWrites } from './guard-writes.ts';
import { startStreamPoller } from './stream-poller.ts';
import { createTableClients } from './table-clients.ts';
import { wakeOnWrite } from './wake-on-write.ts';

/**
 * Starts DynamoDB Local as the database of a stack.
 *
 * @throws {StartError} when Java is missing, too old, or does not come up.
 */
export async function startDynamoDbLocalDatabase({ directory, keyId, onFailure }: DatabaseOptions): Promise<Database> {
  let stopping = false;
  const onDiskFailure = () =>
    onFailure(diskFailure(directory, 'DynamoDB Local could not write and may forget its last answers').message);
  const { endpoint, exited, stop } = await startDynamoDbLocal({ directory, endures: true, onDiskFailure });
  void exited.then(() => stopping || onFailure('DynamoDB Local ended unexpectedly.'));
  const { client, documents, streams } = createTableClients(endpoint, keyId);
  guardWrites(client, () => {
    const lack = lowDiskSpaceError(directory);
    if (lack) onFailure(lack.message);
    return lack;
  });
  return {
    documents,
    endpoint,
    openTable: (name, { hasStream }) => createTable(client, name, { stream: hasStream }),
    async followStream(tableName, worker, runtime) {
      const poller = await startStreamPoller({ table: client, streams, tableName, worker, runtime });
      wakeOnWrite(client, poller.wake);
      return poller;
    },
    // DynamoDB Local cannot be asked.
    check: () => [],
    async stop() {
      stopping = true;
      client.destroy();
      await stop();
    },
  };
}

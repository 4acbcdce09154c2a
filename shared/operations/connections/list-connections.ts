import {
  type ConnectionBody,
  ConnectionEntity,
  connectionsPartition,
  presentConnection,
} from '../../connections/connection.ts';
import { readPage } from '../../ground/table/page.ts';
import type { Store } from '../../ground/table/store.ts';

const pageSize = 100;

/** Connections, newest first, and where to continue. */
export async function listConnections(
  store: Store,
  after: string | undefined,
): Promise<{ connections: ConnectionBody[]; next?: string }> {
  const { items, next } = await readPage(
    store,
    ConnectionEntity,
    { partition: connectionsPartition, newestFirst: true, limit: pageSize, after },
    ({ connectionId }) => connectionId,
  );
  return { connections: items.map(presentConnection), ...(next !== undefined && { next }) };
}

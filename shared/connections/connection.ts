import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { list } from 'dynamodb-toolbox/schema/list';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { wholeRange } from '../ground/table/calls/whole-range.ts';
import { refTo } from '../ground/table/expressions.ts';
import { stateOf } from '../ground/table/known-values.ts';
import type { Store } from '../ground/table/store.ts';
import { table } from '../ground/table/table.ts';
import type { KnownAccount } from '../ports/connections.ts';

/**
 * An account at a provider, as the stage reaches it. Settings and account never change, so that anything started on a
 * connection can be finished there. Only commits in the journal of the stage change it.
 */
export const ConnectionEntity = new Entity({
  name: 'connection',
  table,
  timestamps: false,
  schema: item({
    connectionId: string().key(),
    version: number(),
    provider: string(),
    port: string(),
    mode: stateOf('live', 'sandbox'),
    /** The purpose for which an organization has one connection, such as `chain/base`. */
    slot: string(),
    /** JSON text. */
    settings: string(),
    /** Sealed for this connection and these settings. */
    sealed: string(),
    /** What the provider showed of the account when it was connected. JSON text. */
    account: string(),
    /** What else it showed then, or when credentials were last renewed. JSON text. */
    details: string().optional(),
    /** Hosts through which it is reached. */
    hosts: list(string()),
    createdAt: string(),
    /** From then on nothing new starts on it. */
    disabledAt: string().optional(),
    /** From then on nothing is sent through it, not even work in progress. Reads continue. */
    haltedAt: string().optional(),
  }),
  computeKey: ({ connectionId }: { connectionId: string }) => ({ pk: connectionsPartition, sk: connectionId }),
});

export type Connection = FormattedItem<typeof ConnectionEntity>;

/** A stage has a few connections for its rails and chains, and one for each organization that has an acquirer. */
export const connectionsPartition = 'CONNECTION';

export function connectionRef(connectionId: string) {
  return refTo(ConnectionEntity, { connectionId });
}

/** All connections, oldest first, including disconnected ones. */
export function allConnections(store: Pick<Store, 'range'>): Promise<Connection[]> {
  return wholeRange(store, ConnectionEntity, { partition: connectionsPartition, after: ' ', to: '~' });
}

/** The part of what the provider has shown that the row stores. */
export function knownAccount({ account, details }: Pick<Connection, 'account' | 'details'>): KnownAccount {
  return { account: JSON.parse(account), details: details === undefined ? {} : JSON.parse(details) };
}

/** A connection as operators see it: everything except its credentials. */
export function presentConnection(connection: Connection) {
  const { connectionId, provider, port, mode, slot, settings, hosts, createdAt, disabledAt, haltedAt } = connection;
  return {
    connectionId,
    provider,
    port,
    mode,
    slot,
    settings: JSON.parse(settings) as object,
    ...knownAccount(connection),
    hosts,
    createdAt,
    ...(disabledAt !== undefined && { disabledAt }),
    ...(haltedAt !== undefined && { haltedAt }),
  };
}

export type ConnectionBody = ReturnType<typeof presentConnection>;

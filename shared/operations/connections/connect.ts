import * as z from 'zod';
import { type AccountKey, ConnectedAccountEntity, connectedAccountRef } from '../../connections/connected-account.ts';
import { ConnectionEntity, connectionRef, presentConnection } from '../../connections/connection.ts';
import { vaultWork } from '../../connections/vault-work.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { create } from '../../ground/table/writes.ts';
import { scheduleWork } from '../../journal/due/due-work.ts';
import { agreeing, defineMovement } from '../moves/move.ts';
import { ConnectionId, found, ProviderName, Reason, Sealed } from './fields.ts';

/** The connection as tested by the service: only id, provider and credentials come from an operator. */
export const connect = defineMovement({
  name: 'connect',
  input: z.strictObject({
    connectionId: ConnectionId,
    provider: ProviderName,
    port: z.string().max(32),
    mode: z.enum(['live', 'sandbox']),
    slot: z.string().max(64),
    settings: z.string().max(8_192),
    sealed: Sealed,
    accountId: z.string().min(1).max(256),
    ...found,
    reason: Reason,
  }),
  move: (_runtime, { reason: _, changes: __, accountId, account, details, ...connection }) => {
    const { connectionId, provider, port, mode } = connection;
    const key: AccountKey = { provider, port, mode, accountId };
    return agreeing({
      reads: { connection: connectionRef(connectionId), connected: connectedAccountRef(key) },
      about: connectionId,
      decide: ({ connection: existing, connected }, draft) => {
        if (existing) throw new ServiceError('CONFLICT', 'another connection has this id');
        if (connected) throw alreadyConnected(connected.connectionId);
        const created = {
          ...connection,
          version: 1,
          account: JSON.stringify(account),
          details: JSON.stringify(details),
          createdAt: draft.timestamp,
        };
        draft.write(
          create(ConnectionEntity, created),
          create(ConnectedAccountEntity, { ...key, version: 1, connectionId }),
        );
        // Its payments are compared with what it was asked for, also while it is asked for nothing.
        if (port === 'vault') draft.write(scheduleWork(vaultWork(connectionId), draft.now));
        return { reply: { status: 201, body: presentConnection(created) }, resourceId: connectionId };
      },
    });
  },
});

/** Amounts are counted per connection, so a second connection to an account would count them twice. */
function alreadyConnected(connectionId: string): ServiceError {
  return new ServiceError(
    'CONFLICT',
    `${connectionId} already uses this account: an account can have only one connection`,
    {
      resolution: `Nothing was changed. For other credentials: renew-credentials ${connectionId}. After it was disconnected: reconnect ${connectionId}.`,
    },
  );
}

import * as z from 'zod';
import { defineMovement } from '../moves/move.ts';
import { agreedChange } from './change-connection.ts';
import { ConnectionId, found, Reason, Sealed, SeenVersion } from './fields.ts';
import { refuseOtherAccount } from './same-account.ts';

/**
 * Replaces the credentials of a connection. They must be for the same account: another account requires another
 * connection.
 */
export const renewCredentials = defineMovement({
  name: 'renew-credentials',
  input: z.strictObject({
    connectionId: ConnectionId,
    version: SeenVersion,
    sealed: Sealed,
    ...found,
    reason: Reason,
  }),
  move: (_runtime, { sealed, account, details, hosts, ...seen }) =>
    agreedChange(seen, (connection) => {
      refuseOtherAccount(connection, account);
      return { ...connection, sealed, hosts, details: JSON.stringify(details) };
    }),
});

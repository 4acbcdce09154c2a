import * as z from 'zod';
import { defineMovement } from '../moves/move.ts';
import { agreedChange } from './change-connection.ts';
import { ConnectionId, found, Reason, Sealed, SeenVersion } from './fields.ts';
import { refuseOtherAccount } from './same-account.ts';

/** Puts new credentials in the place of those of a connection. They name the same account: another one is another connection. */
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

import * as z from 'zod';
import { defineMovement } from '../moves/move.ts';
import { agreedChange } from './change-connection.ts';
import { ConnectionId, found, Reason, SeenVersion } from './fields.ts';
import { refuseOtherAccount } from './same-account.ts';

/** Lets what is new begin again on a connection that was disconnected: for the organizations that still name it, and for others that are to. */
export const reconnect = defineMovement({
  name: 'reconnect',
  input: z.strictObject({ connectionId: ConnectionId, version: SeenVersion, ...found, reason: Reason }),
  move: (_runtime, { account, ...seen }) =>
    agreedChange(seen, ({ disabledAt, ...connection }) => {
      refuseOtherAccount(connection, account);
      return disabledAt === undefined ? undefined : connection;
    }),
});

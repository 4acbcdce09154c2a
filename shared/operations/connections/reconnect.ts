import * as z from 'zod';
import { defineMovement } from '../moves/move.ts';
import { agreedChange } from './change-connection.ts';
import { ConnectionId, found, Reason, SeenVersion } from './fields.ts';
import { refuseOtherAccount } from './same-account.ts';

/** Lets new work start again on a disconnected connection, for the organizations that still name it and for others. */
export const reconnect = defineMovement({
  name: 'reconnect',
  input: z.strictObject({ connectionId: ConnectionId, version: SeenVersion, ...found, reason: Reason }),
  move: (_runtime, { account, ...seen }) =>
    agreedChange(seen, ({ disabledAt, ...connection }) => {
      refuseOtherAccount(connection, account);
      return disabledAt === undefined ? undefined : connection;
    }),
});

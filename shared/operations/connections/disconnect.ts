import * as z from 'zod';
import { defineMovement } from '../moves/move.ts';
import { agreedChange } from './change-connection.ts';
import { ConnectionId, Reason, SeenVersion } from './fields.ts';

/** Ends new work on a connection. Work in progress is finished on it. */
export const disconnect = defineMovement({
  name: 'disconnect',
  input: z.strictObject({ connectionId: ConnectionId, version: SeenVersion, reason: Reason }),
  move: (_runtime, seen) =>
    agreedChange(seen, (found, draft) =>
      found.disabledAt === undefined ? { ...found, disabledAt: draft.timestamp } : undefined,
    ),
});

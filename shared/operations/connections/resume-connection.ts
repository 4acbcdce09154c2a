import * as z from 'zod';
import { defineMovement } from '../moves/move.ts';
import { agreedChange } from './change-connection.ts';
import { ConnectionId, Moment, Reason, SeenVersion } from './fields.ts';

/**
 * Lets a halted connection send again. A proposal refers to the halt that its operator saw: a later halt, even of a
 * connection that is already halted, ends it.
 */
export const resumeConnection = defineMovement({
  name: 'resume-connection',
  input: z.strictObject({
    connectionId: ConnectionId,
    version: SeenVersion,
    haltedAt: Moment.optional(),
    reason: Reason,
  }),
  move: (_runtime, seen) => agreedChange(seen, ({ haltedAt, ...rest }) => (haltedAt === undefined ? undefined : rest)),
});

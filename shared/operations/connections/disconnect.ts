import * as z from 'zod';
import { refuseOpenPayouts } from '../../connections/open-payout.ts';
import { defineMovement } from '../moves/move.ts';
import { agreedChange } from './change-connection.ts';
import { ConnectionId, Reason, SeenVersion } from './fields.ts';

/**
 * Ends new work on a connection. Other work in progress is finished on it, but a vault with open payouts is refused: its
 * owner may withdraw what it holds next.
 */
export const disconnect = defineMovement({
  name: 'disconnect',
  input: z.strictObject({ connectionId: ConnectionId, version: SeenVersion, reason: Reason }),
  move: ({ store }, seen) => ({
    ...agreedChange(seen, (found, draft) =>
      found.disabledAt === undefined ? { ...found, disabledAt: draft.timestamp } : undefined,
    ),
    before: () => refuseOpenPayouts(store, seen.connectionId),
  }),
});

import * as z from 'zod';
import { connectionRef } from '../../connections/connection.ts';
import { Id } from '../../contract/fields.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { agreeing, defineMovement } from '../moves/move.ts';
import { known, refuseOutdated } from './change-connection.ts';
import { ConnectionId, Reason, SeenVersion } from './fields.ts';

/**
 * Names the connection that serves everything an organization starts from then on. It replaces the one that served the
 * same purpose when it was proposed. There is one proposal per slot of an organization.
 */
export const useConnection = defineMovement({
  name: 'use-connection',
  input: z.strictObject({
    organizationId: Id,
    connectionId: ConnectionId,
    version: SeenVersion,
    slot: z.string().max(64),
    replaces: ConnectionId.optional(),
    reason: Reason,
  }),
  move: (_runtime, { slot, replaces, ...seen }) =>
    agreeing({
      reads: { connection: connectionRef(seen.connectionId) },
      about: slot,
      decide: ({ connection, organization }, draft) => {
        const found = known(connection);
        const { connectionId, mode, disabledAt } = found;
        const { organizationId, connections = {} } = organization;
        if (mode !== organization.mode)
          throw new ServiceError('CONFLICT', `the connection is for ${mode} organizations`);
        if (disabledAt !== undefined) throw new ServiceError('CONFLICT', 'the connection was disconnected');
        if (connections[slot] === connectionId) return undefined;
        refuseOutdated(found, seen);
        if (connections[slot] !== replaces)
          throw new ServiceError('CONFLICT', `another choice was made for ${slot} since this was proposed`);
        const changed = { ...connections, [slot]: connectionId };
        draft.changeOrganization({ ...organization, connections: changed });
        return { reply: { status: 200, body: { organizationId, connections: changed } }, resourceId: organizationId };
      },
    }),
});

import { type Connection, ConnectionEntity, connectionRef, presentConnection } from '../../connections/connection.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { refuseUnknown } from '../../ground/table/known-values.ts';
import { replace } from '../../ground/table/writes.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import { agreeing } from '../moves/move.ts';

/** @throws ServiceError NOT_FOUND */
export function known(connection: Connection | undefined): Connection {
  if (!connection) throw new ServiceError('NOT_FOUND', 'no such connection');
  refuseUnknown(ConnectionEntity, connection);
  return connection;
}

/** Writes the next version of a connection, and returns it. */
export function changeConnection(draft: JournalDraft, changed: Connection) {
  draft.write(replace(ConnectionEntity, changed));
  return { reply: { status: 200, body: presentConnection(changed) }, resourceId: changed.connectionId };
}

/** A connection as it was when an operator made a proposal about it. */
export interface SeenConnection {
  readonly connectionId: string;
  readonly version: number;
}

/**
 * Refuses a proposal about a connection that was changed or halted since, because confirming it would undo a newer
 * decision.
 * @throws ServiceError CONFLICT
 */
export function refuseOutdated(found: Connection, { version }: SeenConnection): void {
  if (found.version === version) return;
  const outdated = `${found.connectionId} has been changed or halted since this was proposed`;
  throw new ServiceError('CONFLICT', `${outdated}: reject the proposal, look at the connection and propose it again`);
}

/**
 * Declares a change of one connection that requires two operators.
 * @param change the connection after the change; undefined if it already is in that state
 */
export function agreedChange(
  seen: SeenConnection,
  change: (found: Connection, draft: JournalDraft) => Connection | undefined,
) {
  return agreeing({
    reads: { connection: connectionRef(seen.connectionId) },
    about: seen.connectionId,
    decide: ({ connection }, draft) => {
      const found = known(connection);
      refuseOutdated(found, seen);
      const changed = change(found, draft);
      return changed && changeConnection(draft, changed);
    },
  });
}

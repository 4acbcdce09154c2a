import { type ConnectionBody, connectionRef } from '../../connections/connection.ts';
import type { OperationCall } from '../../contract/operation.ts';
import { decideAndCommit, replyOf } from '../../journal/commit/decide.ts';
import { changeConnection, known } from './change-connection.ts';

/**
 * Stops everything that sends through a connection, at once, by a single operator. Repeating it returns the same
 * answer. Each halt is a new version of the connection, so that no earlier proposal, such as one to resume, can be
 * confirmed after it.
 */
export async function haltConnection(
  {
    runtime,
    execution,
    organization: { organizationId },
  }: Pick<OperationCall, 'runtime' | 'execution' | 'organization'>,
  connectionId: string,
): Promise<ConnectionBody> {
  const outcome = await decideAndCommit(
    runtime,
    {
      organizationId,
      reads: { connection: connectionRef(connectionId) },
      decide: ({ connection }, draft) => {
        const found = known(connection);
        return changeConnection(draft, { ...found, haltedAt: found.haltedAt ?? draft.timestamp });
      },
    },
    execution,
  );
  return replyOf(outcome).body;
}

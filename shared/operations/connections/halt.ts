import { type ConnectionBody, connectionRead } from '../../connections/connection.ts';
import type { OperationCall } from '../../contract/operation.ts';
import { decideAndCommit, replyOf } from '../../journal/commit/decide.ts';
import { changeConnection, known } from './change-connection.ts';

/**
 * Stops whatever sends through a connection, at once and at one operator's word. Repeated, it answers the same. Each halt is a new version of the
 * connection, so that no proposal from before it, such as one to resume, can be confirmed after it.
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
      reads: { connection: connectionRead(connectionId) },
      decide: ({ connection }, draft) => {
        const found = known(connection);
        return changeConnection(draft, { ...found, haltedAt: found.haltedAt ?? draft.timestamp });
      },
    },
    execution,
  );
  return replyOf(outcome).body;
}

import { connectionRef, knownAccount } from '../../connections/connection.ts';
import { type NamedToken, pauseRef, type TokenPause, TokenPauseEntity } from '../../connections/token-pause.ts';
import type { OperationCall } from '../../contract/operation.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { create, replace } from '../../ground/table/writes.ts';
import { decideAndCommit, replyOf } from '../../journal/commit/decide.ts';
import { known } from './change-connection.ts';

/**
 * Pauses a token at once, by a single operator. Each pause is a new version, so that no earlier proposal can be
 * confirmed after it.
 */
export async function pauseToken(
  {
    runtime,
    execution,
    organization: { organizationId },
  }: Pick<OperationCall, 'runtime' | 'execution' | 'organization'>,
  { connectionId, token, reason }: NamedToken & { readonly reason: string },
): Promise<TokenPause> {
  const outcome = await decideAndCommit(
    runtime,
    {
      organizationId,
      reads: { connection: connectionRef(connectionId), pause: pauseRef({ connectionId, token }) },
      decide: ({ connection, pause }, draft) => {
        refuseOtherToken(known(connection), token);
        const pausedAt = pause?.pausedAt ?? draft.timestamp;
        const paused = { ...(pause ?? { connectionId, token, version: 1 }), pausedAt, reason };
        draft.write(pause ? replace(TokenPauseEntity, paused) : create(TokenPauseEntity, paused));
        return { reply: { status: 200, body: paused }, resourceId: connectionId };
      },
    },
    execution,
  );
  return replyOf(outcome).body;
}

/** A mistyped name would pause nothing, and its operator would not know. */
function refuseOtherToken(connection: Parameters<typeof knownAccount>[0] & { readonly port: string }, token: string) {
  const { tokens } = knownAccount(connection).details as { readonly tokens?: readonly { readonly name: string }[] };
  const names = (tokens ?? []).map(({ name }) => name);
  if (connection.port === 'chain' && names.includes(token)) return;
  throw new ServiceError('CONFLICT', `the connection has no token ${token}`, {
    resolution: names.length > 0 ? `It has ${names.join(', ')}.` : 'Only the connection of a chain has tokens.',
  });
}

import * as z from 'zod';
import { connectionRef, presentConnection } from '../../shared/connections/connection.ts';
import { refuseOpenPayouts } from '../../shared/connections/open-payout.ts';
import { pauseRef } from '../../shared/connections/token-pause.ts';
import { Id } from '../../shared/contract/fields.ts';
import { defineOperation, type OperationCall } from '../../shared/contract/operation.ts';
import { AllowedDollars, allowFunding } from '../../shared/operations/connections/allow-funding.ts';
import { known } from '../../shared/operations/connections/change-connection.ts';
import { checkConnection } from '../../shared/operations/connections/check-connection.ts';
import { connect } from '../../shared/operations/connections/connect.ts';
import { disconnect } from '../../shared/operations/connections/disconnect.ts';
import { ConnectionId, ProviderName, Reason, Sealed, TokenName } from '../../shared/operations/connections/fields.ts';
import { haltConnection } from '../../shared/operations/connections/halt.ts';
import { listConnections } from '../../shared/operations/connections/list-connections.ts';
import { pauseToken } from '../../shared/operations/connections/pause-token.ts';
import { reconnect } from '../../shared/operations/connections/reconnect.ts';
import { renewCredentials } from '../../shared/operations/connections/renew-credentials.ts';
import { resumeConnection } from '../../shared/operations/connections/resume-connection.ts';
import { resumeToken } from '../../shared/operations/connections/resume-token.ts';
import { refuseSharedSigner } from '../../shared/operations/connections/shared-signer.ts';
import { foundIn, trialsOf, triedOf, tryConnection } from '../../shared/operations/connections/try-connection.ts';
import { useConnection } from '../../shared/operations/connections/use-connection.ts';
import { proposeMove } from '../../shared/operations/proposals/propose-move.ts';

const connectionId = ConnectionId;
const reason = Reason;

const Input = z.discriminatedUnion('do', [
  z.strictObject({
    do: z.literal('list'),
    after: ConnectionId.optional().meta({
      description: 'Continue after this connection: the `next` of the previous answer.',
    }),
  }),
  z.strictObject({
    do: z.literal('connect'),
    connectionId,
    provider: ProviderName,
    settings: z.record(z.string(), z.unknown()),
    sealed: Sealed,
    reason,
  }),
  z.strictObject({ do: z.literal('show'), connectionId }),
  z.strictObject({ do: z.literal('check'), connectionId }),
  z.strictObject({ do: z.literal('renew'), connectionId, sealed: Sealed, reason }),
  z.strictObject({ do: z.literal('disconnect'), connectionId, reason }),
  z.strictObject({ do: z.literal('reconnect'), connectionId, reason }),
  z.strictObject({ do: z.literal('halt'), connectionId, reason }),
  z.strictObject({ do: z.literal('resume'), connectionId, reason }),
  z.strictObject({ do: z.literal('pause-token'), connectionId, token: TokenName, reason }),
  z.strictObject({ do: z.literal('resume-token'), connectionId, token: TokenName, reason }),
  z.strictObject({ do: z.literal('allow-funding'), connectionId, dollars: AllowedDollars, reason }),
  z.strictObject({ do: z.literal('use'), organizationId: Id, connectionId, reason }),
]);

type Asked = z.output<typeof Input>;
type Call = OperationCall<Asked, 'connections'>;
type Of<Do extends Asked['do']> = Extract<Asked, { do: Do }>;

/**
 * All operations on connections are one function, because they need the same parts of the stage: its table, and
 * permission to open credentials. Changes require two operators, except for `halt` and `pause-token`.
 */
export const operation = defineOperation({
  name: 'connections',
  summary: 'List, create, test, change and end connections to providers',
  audit: 'connection.change',
  input: Input,
  aboutStage: true,
  uses: ['connections'],
  handle: async (call) => {
    const { input, runtime, actorUserId } = call;
    const answer = await perform(call, input);
    const why = 'reason' in input && { connectionId: input.connectionId, reason: input.reason };
    runtime.log.info('an operator asked about connections', { do: input.do, ...why, actorUserId });
    return answer;
  },
});

async function perform(call: Call, input: Asked): Promise<object> {
  switch (input.do) {
    case 'list':
      return listConnections(call.runtime.store, input.after);
    case 'show':
      return presentConnection(await connectionOf(call, input));
    case 'check':
      return checkConnection(call.runtime, await connectionOf(call, input));
    case 'halt':
      return haltConnection(call, input.connectionId);
    case 'pause-token':
      return pauseToken(call, input);
    case 'resume-token':
      return proposeTokenResumption(call, input);
    case 'connect':
      return proposeConnection(call, input);
    case 'renew':
      return proposeCredentials(call, input);
    case 'disconnect':
      return proposeDisconnection(call, input);
    case 'reconnect':
      return proposeReconnection(call, input);
    case 'resume':
      return proposeResumption(call, input);
    case 'allow-funding':
      return proposeAllowance(call, input);
    case 'use':
      return proposeUse(call, input);
  }
}

/**
 * A connection is tested before it is proposed, so that the second operator sees the account as its provider names it.
 */
async function proposeConnection(call: Call, { do: _, settings: given, ...input }: Of<'connect'>) {
  const settings = await trialsOf(call.runtime).read(input.provider, given);
  const { connectionId, provider, sealed } = input;
  const reached = await tryConnection(call.runtime, { connectionId, provider, sealed, ...settings });
  await refuseSharedSigner(call.runtime.store, input, reached);
  const { accountId } = reached;
  return proposeMove(withInput(call, { ...input, ...settings, accountId, ...foundIn(reached) }), connect);
}

async function proposeCredentials(call: Call, { do: _, ...input }: Of<'renew'>) {
  const connection = await connectionOf(call, input);
  const reached = await tryConnection(call.runtime, triedOf(connection, input.sealed));
  await refuseSharedSigner(call.runtime.store, connection, reached);
  const { version } = connection;
  return proposeMove(withInput(call, { ...input, version, ...foundIn(reached) }), renewCredentials);
}

async function proposeDisconnection(call: Call, { do: _, ...input }: Of<'disconnect'>) {
  const { version } = await connectionOf(call, input);
  await refuseOpenPayouts(call.runtime.store, input.connectionId);
  return proposeMove(withInput(call, { ...input, version }), disconnect);
}

async function proposeReconnection(call: Call, { do: _, ...input }: Of<'reconnect'>) {
  const connection = await connectionOf(call, input);
  const reached = await tryConnection(call.runtime, triedOf(connection));
  const { version } = connection;
  return proposeMove(withInput(call, { ...input, version, ...foundIn(reached) }), reconnect);
}

async function proposeResumption(call: Call, { do: _, ...input }: Of<'resume'>) {
  const { version, haltedAt } = await connectionOf(call, input);
  return proposeMove(
    withInput(call, { ...input, version, ...(haltedAt !== undefined && { haltedAt }) }),
    resumeConnection,
  );
}

async function proposeTokenResumption(call: Call, { do: _, ...input }: Of<'resume-token'>) {
  const { version = 1 } = (await call.runtime.store.get(pauseRef(input))) ?? {};
  return proposeMove(withInput(call, { ...input, version }), resumeToken);
}

function proposeAllowance(call: Call, { do: _, ...input }: Of<'allow-funding'>) {
  return proposeMove(withInput(call, input), allowFunding);
}

async function proposeUse(call: Call, { do: _, ...input }: Of<'use'>) {
  const { version, slot } = await connectionOf(call, input);
  const replaces = call.organization.connections?.[slot];
  const seen = { version, slot, ...(replaces !== undefined && { replaces }) };
  return proposeMove(withInput(call, { ...input, ...seen }), useConnection);
}

async function connectionOf({ runtime }: Call, { connectionId }: { readonly connectionId: string }) {
  return known(await runtime.store.get(connectionRef(connectionId)));
}

function withInput<Input>({ runtime, actorUserId, execution, organization }: Call, input: Input) {
  return { runtime, actorUserId, execution, organization, input };
}

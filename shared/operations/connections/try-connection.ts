import { type Connection, knownAccount } from '../../connections/connection.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import {
  ConnectionRefused,
  type ConnectionTrials,
  type ReachedAccount,
  type TriedConnection,
} from '../../ports/connections.ts';
import type { Mode, Runtime } from '../../ports/runtime.ts';

/** @throws ServiceError CONFLICT where nothing keeps credentials */
export function trialsOf({ connections }: Runtime<'connections'>): ConnectionTrials {
  if (!connections) throw new ServiceError('CONFLICT', 'this stack has no connections');
  return connections;
}

/**
 * Reaches the account of a connection.
 * @throws ServiceError CONFLICT with what the provider does not show
 */
export async function tryConnection(runtime: Runtime<'connections'>, tried: TriedConnection): Promise<ReachedAccount> {
  try {
    return await trialsOf(runtime).check(tried);
  } catch (error) {
    if (error instanceof ConnectionRefused) throw new ServiceError('CONFLICT', error.message);
    throw error;
  }
}

/** @param sealed other credentials than those of its row */
export function triedOf(connection: Connection, sealed = connection.sealed): TriedConnection {
  const { connectionId, provider, port, mode, settings } = connection;
  return { connectionId, provider, port, mode: mode as Mode, settings, sealed, known: knownAccount(connection) };
}

/** What a proposal holds of what was found. */
export function foundIn({ account, details, hosts, findings = [], notes = [] }: ReachedAccount) {
  return { account, details, hosts: [...hosts], changes: [...findings, ...notes] };
}

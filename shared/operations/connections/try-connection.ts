import { type Connection, knownAccount } from '../../connections/connection.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import {
  ConnectionRefused,
  type ConnectionTrials,
  type ReachedAccount,
  type TriedConnection,
} from '../../ports/connections.ts';
import type { Mode, Runtime } from '../../ports/runtime.ts';

/** @throws ServiceError CONFLICT if nothing stores credentials */
export function trialsOf({ connections }: Runtime<'connections'>): ConnectionTrials {
  if (!connections) throw new ServiceError('CONFLICT', 'this stack has no connections');
  return connections;
}

/**
 * Reaches the account of a connection.
 * @throws ServiceError CONFLICT naming what the provider does not show
 */
export async function tryConnection(runtime: Runtime<'connections'>, tried: TriedConnection): Promise<ReachedAccount> {
  try {
    return await trialsOf(runtime).check(tried);
  } catch (error) {
    if (error instanceof ConnectionRefused) throw new ServiceError('CONFLICT', error.message);
    throw error;
  }
}

/** @param sealed credentials other than those in its row */
export function triedOf(connection: Connection, sealed = connection.sealed): TriedConnection {
  const { connectionId, provider, port, mode, settings } = connection;
  return { connectionId, provider, port, mode: mode as Mode, settings, sealed, known: knownAccount(connection) };
}

/** The part of the findings that a proposal stores. */
export function foundIn({ account, details, hosts, findings = [], notes = [] }: ReachedAccount) {
  return { account, details, hosts: [...hosts], changes: [...findings, ...notes] };
}

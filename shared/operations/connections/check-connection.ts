import type { Connection } from '../../connections/connection.ts';
import { pausesOf } from '../../connections/token-pause.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { isSameAccount } from './same-account.ts';
import { triedOf, tryConnection } from './try-connection.ts';

/** What an operator reads about a connection that was tested again. */
interface CheckedConnection {
  readonly connectionId: string;
  readonly hosts: readonly string[];
  /** What the provider shows besides the account. Absent if it does not show the account. */
  readonly details?: object;
  /** In words. Empty if nothing that requires attention has changed. */
  readonly findings: readonly string[];
  /** In words: what this release reads differently from the release that connected it. */
  readonly notes?: readonly string[];
}

/**
 * Tests a connection as when it was created, and reports what has changed since, and which of its tokens are paused.
 */
export async function checkConnection(
  runtime: Runtime<'connections'>,
  connection: Connection,
): Promise<CheckedConnection> {
  const { connectionId } = connection;
  const [checked, pauses] = await Promise.all([tryAgain(runtime, connection), pausesOf(runtime, connectionId)]);
  const paused = pauses.map(({ token, pausedAt, reason }) => `${token} is paused since ${pausedAt}: ${reason}`);
  return { ...checked, findings: [...paused, ...checked.findings] };
}

async function tryAgain(runtime: Runtime<'connections'>, connection: Connection): Promise<CheckedConnection> {
  const { connectionId, hosts } = connection;
  try {
    const {
      account,
      details,
      findings = [],
      notes = [],
      ...reached
    } = await tryConnection(runtime, triedOf(connection));
    if (!isSameAccount(connection, account)) {
      const other = `it reaches another account than when it was connected: ${JSON.stringify(account)}`;
      return { connectionId, hosts: reached.hosts, findings: [other] };
    }
    return { connectionId, hosts: reached.hosts, details, findings, ...(notes.length > 0 && { notes }) };
  } catch (error) {
    if (error instanceof ServiceError && error.type === 'CONFLICT')
      return { connectionId, hosts, findings: [error.message] };
    throw error;
  }
}

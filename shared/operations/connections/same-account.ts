import { isDeepStrictEqual } from 'node:util';
import { type Connection, knownAccount } from '../../connections/connection.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import type { KnownAccount } from '../../ports/connections.ts';

/**
 * Whether an account is that of a connection: it has everything that the connection's row says. Additional facts
 * required by a later release do not count.
 */
export function isSameAccount(connection: Connection, reached: KnownAccount['account']): boolean {
  const { account } = knownAccount(connection);
  return Object.entries(account).every(([name, value]) => isDeepStrictEqual(reached[name], value));
}

/** @throws ServiceError CONFLICT */
export function refuseOtherAccount(connection: Connection, reached: KnownAccount['account']): void {
  if (isSameAccount(connection, reached)) return;
  throw new ServiceError('CONFLICT', 'the credentials are for another account: create another connection');
}

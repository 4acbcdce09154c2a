import { isPaused } from '../../../connections/token-pause.ts';
import type { Organization } from '../../../identity/organization.ts';
import { chainSlot } from '../../../ports/connections.ts';
import type { Runtime } from '../../../ports/runtime.ts';

interface OnChain {
  readonly chain?: string | undefined;
  readonly token?: string | undefined;
}

/**
 * Tells whether a token is paused, by operators or because of its price, on the connection through which an
 * organization accepts it. The sandbox has no connections.
 */
export async function isTokenPaused(
  runtime: Pick<Runtime, 'store'>,
  { connections = {} }: Pick<Organization, 'connections'>,
  { chain = '', token = '' }: OnChain,
): Promise<boolean> {
  const slot = chainSlot(chain);
  const connectionId = Object.hasOwn(connections, slot) ? connections[slot] : undefined;
  return connectionId !== undefined && isPaused(runtime, { connectionId, token });
}

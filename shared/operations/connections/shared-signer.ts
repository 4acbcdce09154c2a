import { allConnections, knownAccount } from '../../connections/connection.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import type { Store } from '../../ground/table/store.ts';
import type { KnownAccount } from '../../ports/connections.ts';

/**
 * Refuses a signer that already signs on the same chain for a connection of another provider: each of their workers
 * would meet transactions of the other, which it can neither send nor judge.
 * @throws ServiceError CONFLICT
 */
export async function refuseSharedSigner(
  store: Pick<Store, 'range'>,
  { connectionId, provider }: { readonly connectionId: string; readonly provider: string },
  { account: { chainId }, details: { signer } }: KnownAccount,
): Promise<void> {
  if (signer === undefined) return;
  const sharing = (await allConnections(store)).find((other) => {
    if (other.connectionId === connectionId || other.provider === provider) return false;
    const { account, details } = knownAccount(other);
    return account.chainId === chainId && details.signer === signer;
  });
  if (sharing)
    throw new ServiceError(
      'CONFLICT',
      `${signer} already signs for ${sharing.connectionId}: use another key for this connection`,
    );
}

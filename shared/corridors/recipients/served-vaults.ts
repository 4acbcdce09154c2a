import { ConnectionEntity } from '../../connections/connection.ts';
import type { Store } from '../../ground/table/store.ts';
import type { Organization } from '../../identity/organization.ts';
import { vaultSlot } from '../../ports/connections.ts';
import type { Recipient } from './recipient.ts';

type Connected = Pick<Organization, 'connections'>;

/**
 * An organization as it looks without the vaults that were disconnected, which pay nothing new. For checks only: it is
 * not the organization's row.
 */
export async function withServedVaults<O extends Connected>(
  store: Pick<Store, 'getMany'>,
  organization: O,
): Promise<O> {
  const named = Object.entries(organization.connections ?? {});
  const vaults = new Set(
    named.filter(([slot]) => slot.startsWith(vaultSlot(''))).map(([, connectionId]) => connectionId),
  );
  if (vaults.size === 0) return organization;
  const rows = await store.getMany(
    ConnectionEntity,
    [...vaults].map((connectionId) => ({ connectionId })),
  );
  const ended = new Set(
    rows.filter(({ disabledAt }) => disabledAt !== undefined).map(({ connectionId }) => connectionId),
  );
  return { ...organization, connections: Object.fromEntries(named.filter(([, id]) => !ended.has(id))) };
}

/**
 * Like `withServedVaults`, but reads nothing if none of the recipients has a wallet.
 * @param recipients as they were read
 */
export async function ableToPay<O extends Connected>(
  store: Pick<Store, 'getMany'>,
  organization: O,
  recipients: Iterable<Recipient | undefined>,
): Promise<O> {
  const hasWallet = [...recipients].some((one) => one?.methods.some(({ kind }) => kind === 'crypto'));
  return hasWallet ? withServedVaults(store, organization) : organization;
}

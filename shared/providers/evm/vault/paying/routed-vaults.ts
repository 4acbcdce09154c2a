import { connectionRef } from '../../../../connections/connection.ts';
import { ConnectionRouter } from '../../../../connections/router.ts';
import type { Store } from '../../../../ground/table/store.ts';
import type { ConnectionSecrets } from '../../../../ports/connections.ts';
import type { VaultPayer } from '../../../../ports/runtime.ts';
import type { ChainReach } from '../../chains.ts';
import type { SendingRuntime } from '../../sending/sender.ts';
import { OpenPayments } from './open-payments.ts';
import { payWallets } from './pay-wallets.ts';
import { reachingVaults } from './reached-vaults.ts';
import { VaultBooks } from './vault-books.ts';

/**
 * Finds and opens connections, and defines the allowed locations of their nodes and the requested payments of vaults.
 */
export interface VaultsPlace extends ChainReach, Omit<SendingRuntime, 'isHalted'> {
  readonly secrets: ConnectionSecrets;
  /** The second table. */
  readonly memory: Store;
}

/** @returns milliseconds */
async function connectedAt({ get }: Pick<Store, 'get'>, connectionId: string): Promise<number> {
  const row = await get(connectionRef(connectionId));
  if (!row) throw new Error(`the table has no ${connectionId}`);
  return Date.parse(row.createdAt);
}

/** Makes payments from the vaults of connections. */
export function routedVaults(place: VaultsPlace): VaultPayer {
  const router = new ConnectionRouter(place, reachingVaults(place));
  const runtime = { ...place, isHalted: (connectionId: string) => router.isHalted(connectionId) };
  return {
    async pay(connectionId, laterThan) {
      const payments = new OpenPayments(place, connectionId);
      const { vault, ...reached } = (await router.begunOn(connectionId)).account;
      const beganAt = () => connectedAt(place.store, connectionId);
      const books = new VaultBooks({ ...place, connectionId, vault, witnesses: reached.witnesses, beganAt });
      return payWallets(runtime, { sender: { ...reached, connectionId }, vault }, { payments, books, laterThan });
    },
  };
}

import { isOwnAddress } from '../../../connections/own-addresses.ts';
import type { Store } from '../../../ground/table/store.ts';
import type { WalletInspection } from '../../../ports/account-registration.ts';
import type { WalletCodes, WalletsPlace } from './wallet-codes.ts';

interface Place extends WalletsPlace {
  readonly store: Pick<Store, 'get' | 'range'>;
}

/**
 * Checks wallets. The code that asks chains is loaded with the first one, because most recipients have bank accounts.
 */
export function lateWallets(place: Place): WalletInspection {
  let loading: Promise<WalletCodes> | undefined;
  const load = async () => new (await import('./wallet-codes.ts')).WalletCodes(place);
  return {
    async faultOf({ connections = {} }, { chain, address }) {
      if (await isOwnAddress(place.store, address)) return 'own';
      loading ??= load();
      return (await (await loading).isElsewhere(connections, chain, address)) ? 'elsewhere' : undefined;
    },
  };
}

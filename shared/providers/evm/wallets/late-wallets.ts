import type { WalletInspection } from '../../../ports/account-registration.ts';
import type { WalletCodes, WalletsPlace } from './wallet-codes.ts';

/** Looks at wallets. The code that asks chains is loaded with the first one: most recipients have bank accounts. */
export function lateWallets(place: WalletsPlace): WalletInspection {
  let loading: Promise<WalletCodes> | undefined;
  const load = async () => new (await import('./wallet-codes.ts')).WalletCodes(place);
  return {
    async faultOf({ connections = {} }, { chain, address }) {
      loading ??= load();
      return (await (await loading).isElsewhere(connections, chain, address)) ? 'elsewhere' : undefined;
    },
  };
}

import type { VaultPayer } from '../../ports/runtime.ts';
import type { VaultsPlace } from './vault/paying/routed-vaults.ts';

/** Vaults whose code is loaded with the first payment. */
export function lateVaults(place: VaultsPlace): VaultPayer {
  let loading: Promise<VaultPayer> | undefined;
  const load = async () => (await import('./vault/paying/routed-vaults.ts')).routedVaults(place);
  return {
    async pay(...asked) {
      loading ??= load();
      return (await loading).pay(...asked);
    },
  };
}

import type { Store } from '../../ground/table/store.ts';
import type { Runtime, VaultNames } from '../../ports/runtime.ts';

/** @param place with the second table. The code of chains is loaded when the first payment is named. */
export function lateNames(place: Pick<Runtime, 'clock' | 'ids' | 'sleep'> & { readonly memory: Store }): VaultNames {
  return {
    async name(asked) {
      const { namePayment } = await import('./vault/name-payment.ts');
      return namePayment(place, asked);
    },
  };
}

import type { AccountRegistration } from '../../ports/account-registration.ts';
import type { Corridor } from '../../ports/corridor.ts';
import type { PaymentReason } from '../../ports/payout-rail.ts';
import type { ProviderPorts } from '../../ports/runtime.ts';
import { type Chains, knownChains } from '../evm/chains.ts';
import { vaultCorridors } from '../evm/vault/corridors.ts';

/** Chains report no reason, so these are for the books of the organization. */
const reasons: readonly PaymentReason[] = [
  { id: 'salary', label: 'Salary or wages' },
  { id: 'supplier_payment', label: 'Payment of a supplier' },
  { id: 'services', label: 'Professional services' },
  { id: 'commission', label: 'Commission' },
  { id: 'refund', label: 'Refund to a customer' },
  { id: 'other', label: 'Other' },
];

/** What the rail of vaults tells without being asked for anything. */
export function vaultCatalog(chains: Chains = knownChains): ProviderPorts['corridors']['payouts'] {
  const corridors: readonly Corridor[] = vaultCorridors(chains);
  return {
    corridors: () => corridors,
    paymentReasons: (currency) => (currency === undefined || currency === 'USD' ? reasons : undefined),
  };
}

/** A dollar is a token. */
export function vaultPrices(chains?: Chains): ProviderPorts['prices']['payouts'] {
  return { ...vaultCatalog(chains), price: async ({ fee }) => ({ rate: '1', fee }) };
}

/** A vault pays any wallet: nobody has to be told of one before. */
export const vaultRegistration: AccountRegistration = { register: async () => 'registered' };

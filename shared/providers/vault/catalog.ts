import type { AccountRegistration } from '../../ports/account-registration.ts';
import type { Corridor } from '../../ports/corridor.ts';
import type { PaymentReason } from '../../ports/payout-rail.ts';
import type { ProviderPorts } from '../../ports/runtime.ts';
import { type Chains, knownChains } from '../evm/chains.ts';
import { vaultCorridors } from '../evm/vault/corridors.ts';

/** Chains transmit no reason, so these are only for the books of the organization. */
const reasons: readonly PaymentReason[] = [
  { id: 'salary', label: 'Salary or wages' },
  { id: 'supplier_payment', label: 'Payment of a supplier' },
  { id: 'services', label: 'Professional services' },
  { id: 'commission', label: 'Commission' },
  { id: 'refund', label: 'Refund to a customer' },
  { id: 'other', label: 'Other' },
];

/** The static description of the vault rail. */
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

/** A vault pays any wallet, so recipients need no registration with it. */
export const vaultRegistration: AccountRegistration = { register: async () => 'registered' };

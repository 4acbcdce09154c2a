import type { Provider } from '../../ports/wiring/provider.ts';
import { knownChains } from '../evm/chains.ts';
import { vaultCorridors, vaultRail } from '../evm/vault/corridors.ts';
import { corridors } from './ports/corridors.ts';
import { payouts } from './ports/payouts.ts';
import { prices } from './ports/prices.ts';
import { registration } from './ports/registration.ts';
import { sentPayouts } from './ports/sent-payouts.ts';

/** Payouts to wallets, paid from the vaults of connections. */
export const vault: Provider = {
  name: vaultRail,
  mode: 'live',
  corridors: vaultCorridors(knownChains),
  ports: { corridors, prices, payouts, sentPayouts, registration },
};

import type { WalletCorridor } from '../../../ports/corridor.ts';
import type { Chains } from '../chains.ts';
import { addressField, choiceField } from './wallet-fields.ts';

/** The name of the rail that pays wallets. It is stored with payouts and therefore never changes. */
export const vaultRail = 'vault';

/**
 * Cents. Most of it is the gas of a payment, which costs a few dollars on Ethereum when the chain is busy, and a few
 * cents on every other chain.
 */
const fees: Readonly<Record<string, bigint>> = { ethereum: 3_00n };
const usualFee = 50n;

/** The minimum amount that arrives, in cents. */
const leastAmount = 1_00n;

/** The daily limits of a vault are lower, and are set by its owner. */
const maximum = 1_000_000_00n;

/** The corridors that pay dollars to wallets: one for each issuer's token on each chain. */
export function vaultCorridors(chains: Chains): readonly WalletCorridor[] {
  const known = Object.entries(chains);
  const contracts = new Set(known.flatMap(([, { tokens }]) => tokens.map(({ contract }) => contract.toLowerCase())));
  const address = addressField(contracts);
  return known.flatMap(([chain, { tokens }]) => {
    const fee = fees[chain] ?? usualFee;
    return tokens
      .filter(({ isIssued }) => isIssued)
      .map(({ name: token }) => ({
        corridorId: `usd_wallet_${chain}_${token.toLowerCase()}`,
        sourceCurrency: 'USD',
        currency: 'USD',
        methodKind: 'crypto' as const,
        wallet: { chain, token },
        minimum: leastAmount + fee,
        maximum,
        fee,
        capabilities: { exactOutput: true, indicativePricing: true },
        recipientFields: [choiceField('token', 'Token', token), choiceField('chain', 'Chain', chain), address],
        accountField: 'address',
      }));
  });
}

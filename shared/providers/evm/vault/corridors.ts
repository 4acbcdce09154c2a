import type { WalletCorridor } from '../../../ports/corridor.ts';
import type { Chains } from '../chains.ts';
import { addressField, choiceField } from './wallet-fields.ts';

/** The name of the rail that pays wallets. Payouts are stored with it: it never changes. */
export const vaultRail = 'vault';

/** Cents. Most of it is the gas of a payment, of which Ethereum's costs a few dollars when the chain is busy, and every other one's a few cents. */
const fees: Readonly<Record<string, bigint>> = { ethereum: 3_00n };
const usualFee = 50n;

/** The least that arrives, in cents. */
const leastAmount = 1_00n;

/** A vault's day limits are lower, and set by its owner. */
const maximum = 1_000_000_00n;

/** The corridors that pay dollars to wallets: one for each token that its issuer has put on a chain. */
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

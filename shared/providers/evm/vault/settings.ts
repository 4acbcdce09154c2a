import { getAddress, isAddress } from 'viem';
import * as z from 'zod';
import type { Chains, KnownChain } from '../chains.ts';
import { knownChains } from '../chains.ts';
import { ChainCredentials } from '../connection/settings.ts';

/** The permanent settings of a vault. */
export function vaultSettings(chains: Chains) {
  return z.strictObject({
    chain: z.enum(Object.keys(chains)),
    vault: z
      .string()
      .refine((text) => isAddress(text) && text !== text.toLowerCase(), 'is not an address with its checksum')
      .transform((text) => getAddress(text))
      .meta({ description: 'The `PayoutVault` that the operator has deployed.' }),
  });
}

export type VaultSettings = z.output<ReturnType<typeof vaultSettings>>;

/**
 * The vault in the stored settings of a connection.
 * @throws Error if there is no such chain
 */
export function vaultIn(settings: string, chains: Chains = knownChains): VaultSettings & KnownChain {
  const { chain, vault } = vaultSettings(chains).parse(JSON.parse(settings));
  return { chain, vault, ...(chains[chain] as KnownChain) };
}

/** The nodes through which the vault is reached, and the signer of its payments. */
export const VaultCredentials = ChainCredentials.required({ signer: true });

export type VaultCredentials = z.output<typeof VaultCredentials>;

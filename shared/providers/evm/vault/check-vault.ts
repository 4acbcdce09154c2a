import { type Abi, type Address, decodeFunctionResult, encodeFunctionData, isAddressEqual, keccak256 } from 'viem';
import * as z from 'zod';
import { payoutVault } from '../../../../contracts/payout-vault.ts';
import { ConnectionRefused } from '../../../ports/connections.ts';
import type { ChainToken } from '../chains.ts';
import { deployedCode } from '../deposit-contracts.ts';
import type { NodeBlock } from '../node.ts';
import type { Witnesses } from '../witnesses.ts';

const Connected = z.object({ vaultCodeHash: z.string() });

/**
 * Compares a vault's code with the compiler's output, or with the code at the time it was connected, because a later
 * release may compile another contract.
 * @param known from the connection's row; absent for a new connection
 * @throws ConnectionRefused if it is another contract
 */
export async function checkVault(
  witnesses: Witnesses,
  vault: Address,
  { known, at }: { readonly known: object | undefined; readonly at: NodeBlock },
): Promise<{ readonly vaultCodeHash: string }> {
  const code = await witnesses.code(vault, at);
  const vaultCodeHash = keccak256(code);
  if (known && Connected.parse(known).vaultCodeHash !== vaultCodeHash)
    throw new ConnectionRefused(`the contract at ${vault} is not the one that was connected`);
  if (!known && code !== deployedCode(payoutVault, {}))
    throw new ConnectionRefused(`the contract at ${vault} is not the PayoutVault of this release`);
  return { vaultCodeHash };
}

const Governance = z.object({
  owner: z.string(),
  signer: z.string(),
  paused: z.boolean(),
  /** Daily limits in millionths, by the token's name. */
  limits: z.record(z.string(), z.string()),
});

/** Who controls a vault, and what it may pay. Its owner can change all of this. */
export type Governance = z.output<typeof Governance>;

/**
 * Reads who controls a vault.
 * @param signer whose key the credentials name
 * @throws ConnectionRefused if another account signs for the vault
 */
export async function seeGovernance(
  witnesses: Witnesses,
  vault: Address,
  { signer, tokens, at }: { readonly signer: Address; readonly tokens: readonly ChainToken[]; readonly at: NodeBlock },
): Promise<Governance> {
  const ask = async (functionName: string, ...args: unknown[]) => {
    const abi = payoutVault.abi as Abi;
    const data = await witnesses.call(vault, encodeFunctionData({ abi, functionName, args }), at);
    return decodeFunctionResult({ abi, functionName, data });
  };
  const [owner, ofVault, paused] = (await Promise.all([ask('owner'), ask('signer'), ask('paused')])) as [
    Address,
    Address,
    boolean,
  ];
  if (!isAddressEqual(ofVault, signer))
    throw new ConnectionRefused(
      `the vault at ${vault} takes payments of ${ofVault}, and the credentials sign as ${signer}`,
    );
  const limits = await Promise.all(
    tokens.map(async ({ name, contract }): Promise<[string, string]> => {
      const [limit] = (await ask('allowances', contract)) as readonly [bigint, bigint, number];
      return [name, `${limit}`];
    }),
  );
  return { owner, signer: ofVault, paused, limits: Object.fromEntries(limits) };
}

/** What the owner of a vault has changed since its row was written. The signer is defined by the credentials. */
export function governanceChanges(kept: object, now: Governance): string[] {
  const before = Governance.safeParse(kept).data;
  if (!before) return [];
  const limits = Object.keys(now.limits).filter((name) => before.limits[name] !== now.limits[name]);
  return [
    ...(before.owner === now.owner ? [] : [`the vault is owned by ${now.owner}, and was by ${before.owner}`]),
    ...(now.paused && !before.paused ? ['the vault is paused'] : []),
    ...limits.map((name) => `the day’s limit of ${name} is ${now.limits[name]}, and was ${before.limits[name]}`),
  ];
}

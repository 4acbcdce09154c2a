import { type Address, encodeDeployData, getAddress, type Hex, keccak256, toHex } from 'viem';
import { vaultState } from '../../../../../contracts/vault-state.ts';
import { wordsIn } from '../../deposits/read-amounts.ts';
import type { NodeBlock } from '../../node.ts';
import type { Witnesses } from '../../witnesses.ts';

/** Identifies a payment among all payments of a vault. A second request for the same payout has the same key. */
export function vaultKey({
  organizationId,
  payoutId,
}: {
  readonly organizationId: string;
  readonly payoutId: string;
}): Hex {
  return keccak256(toHex(`${organizationId}/${payoutId}`));
}

/** A vault's balance of a token, and what it may still pay of it on the day of the block. Minor units. */
export interface VaultFunds {
  readonly balance: bigint;
  readonly leftToday: bigint;
}

/** A vault at a final block, as shown by every node. */
export interface VaultState {
  readonly isPaused: boolean;
  readonly signer: Address;
  /** By the token's contract, written as in the request. */
  readonly funds: ReadonlyMap<string, VaultFunds>;
  readonly paid: ReadonlySet<Hex>;
}

export interface AskedVault {
  readonly vault: Address;
  readonly tokens: readonly Address[];
  /** At most two hundred. */
  readonly keys: readonly Hex[];
}

/** @throws NodesDisagree, NodeFailed */
export async function readVault(
  witnesses: Witnesses,
  { vault, tokens, keys }: AskedVault,
  at: NodeBlock,
): Promise<VaultState> {
  const code = encodeDeployData({ ...vaultState, args: [vault, [...tokens], [...keys]] });
  const words = wordsIn(await witnesses.run(code, at), 2 + 2 * tokens.length + keys.length);
  const [paused = 0n, signer = 0n, ...others] = words;
  const ofKeys = others.slice(2 * tokens.length);
  return {
    isPaused: paused !== 0n,
    signer: getAddress(`0x${signer.toString(16).padStart(40, '0')}`),
    funds: new Map(
      tokens.map((token, index): [string, VaultFunds] => {
        const [balance = 0n, leftToday = 0n] = others.slice(2 * index);
        return [token, { balance, leftToday }];
      }),
    ),
    paid: new Set(keys.filter((_, index) => ofKeys[index] === 1n)),
  };
}

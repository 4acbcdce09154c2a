import type { Address } from 'viem';
import type { Reaching } from '../../../../connections/router.ts';
import type { ChainReach } from '../../chains.ts';
import { reachingNodes } from '../../connection/reach-nodes.ts';
import { sendingRulesOf } from '../../sending/rules.ts';
import type { Sender } from '../../sending/sender.ts';
import type { ChainSigner } from '../../signer/chain-signer.ts';
import { namedSigner } from '../../signer/named-signer.ts';
import { Witnesses } from '../../witnesses.ts';
import { VaultCredentials, vaultIn } from '../settings.ts';

/** A vault whose payments are sent through its connection. */
export interface ReachedVault extends Omit<Sender, 'connectionId'> {
  readonly vault: Address;
}

/** Milliseconds for one answer of a node. */
const patienceMs = 2_000;

/** How vaults are reached. A signer is asked for its account once. */
export function reachingVaults(reach: ChainReach): Reaching<ReachedVault> {
  const nodesAt = reachingNodes(reach);
  const signers = new Map<string, ChainSigner>();
  const signerOf = (name: string) => {
    const signer = signers.get(name) ?? namedSigner(name);
    signers.set(name, signer);
    return signer;
  };
  return {
    provider: 'evm-vault',
    reach(settings, credentials) {
      const { chain, id: chainId, vault } = vaultIn(settings, reach.chains);
      const { nodes: urls, signer } = VaultCredentials.parse(JSON.parse(credentials));
      const nodes = nodesAt(urls, patienceMs);
      return {
        chainId,
        vault,
        nodes,
        witnesses: new Witnesses(nodes),
        signer: signerOf(signer),
        rules: sendingRulesOf(chain),
      };
    },
  };
}

import { existsSync, mkdirSync } from 'node:fs';
import type { Address } from 'viem';
import { createIds } from '../../shared/ground/time/ids.ts';
import { createKey, readKey } from '../../shared/providers/evm/signer/key-file.ts';
import { StartError } from '../process/start-error.ts';
import {
  type ChainFolder,
  type KeptChain,
  keepChain,
  readKeptChain,
  signerFile,
  vaultSignerFile,
  type WholeChain,
} from './chain-file.ts';
import { deployChain, deployVault, fundSigner } from './deploy.ts';
import { developmentChain, developmentChains } from './development-chain.ts';
import { DevelopmentNode } from './development-node.ts';
import { createLiveOrganization } from './live-organization.ts';
import { liveRails } from './stand-in-bank.ts';
import { watchFinality } from './watch-finality.ts';

/** The development chain of a stack. Only `--chain` loads its code, so other files import this type and no value. */
export type LocalChain = Awaited<ReturnType<typeof prepareChain>>;

/**
 * Finds the contracts of an earlier start on a node, or deploys them.
 * @throws {StartError} if no node answers, the node does not belong to a development chain, or it no longer has the
 *   contracts
 */
export async function prepareChain(url: string, folder: ChainFolder) {
  const node = await DevelopmentNode.reach(url);
  const kept = await withVault(node, folder, await foundOrDeployed(node, folder));
  return {
    url,
    folder,
    kept,
    /** What the developer sees about the chain. */
    shown: { name: developmentChain, chainId: kept.chainId, node: url, token: kept.token },
    chains: developmentChains(kept),
    rails: liveRails,
    createLiveOrganization,
    watchFinality: (say: (line: string) => void) => watchFinality(node, kept.block, say),
  };
}

async function foundOrDeployed(node: DevelopmentNode, folder: ChainFolder): Promise<KeptChain> {
  const kept = readKeptChain(folder);
  if (kept) {
    await refuseOtherChain(node, kept);
    return kept;
  }
  mkdirSync(folder.path, { recursive: true, mode: 0o700 });
  const deployed = await deployChain(node);
  await fundedSigner(node, signerFile(folder));
  const made = { ...deployed, connectionId: newConnectionId() };
  keepChain(folder, made);
  return made;
}

/** A release that could not pay wallets has left a chain without a vault. */
async function withVault(node: DevelopmentNode, folder: ChainFolder, kept: KeptChain): Promise<WholeChain> {
  if (kept.vault) return { ...kept, vault: kept.vault };
  const signer = await fundedSigner(node, vaultSignerFile(folder));
  const address = await deployVault(node, { token: kept.token, signer });
  const whole = { ...kept, vault: { address, connectionId: newConnectionId() } };
  keepChain(folder, whole);
  return whole;
}

/** @returns the address of its key. An interrupted start may have left a key file that nothing refers to */
async function fundedSigner(node: DevelopmentNode, file: string): Promise<Address> {
  const { address } = existsSync(file) ? readKey(file) : createKey(file);
  await fundSigner(node, address);
  return address;
}

function newConnectionId(): string {
  return createIds().next('conn', Date.now());
}

/** Money that was sent on the previous chain is not on this one, so payouts cannot continue here. */
async function refuseOtherChain(node: DevelopmentNode, { chainId, block }: KeptChain): Promise<void> {
  const again = 'start over: npm start -- --fresh --chain';
  const found = await node.chainId();
  if (found !== chainId)
    throw new StartError(
      `The node at ${node.url} has chain ${found}, but this data has chain ${chainId}. Start a node of that chain, or ${again} ${node.url}`,
    );
  if (await node.hasBlock(block)) return;
  throw new StartError(
    `The node at ${node.url} was restarted and does not have the chain of this data. To keep a chain, start its node with --state FILE --preserve-historical-states. Now ${again} ${node.url}`,
  );
}

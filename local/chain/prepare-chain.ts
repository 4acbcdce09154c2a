import { existsSync, mkdirSync } from 'node:fs';
import { createIds } from '../../shared/ground/time/ids.ts';
import { createKey, readKey } from '../../shared/providers/evm/signer/key-file.ts';
import { StartError } from '../start-error.ts';
import { type ChainFolder, type KeptChain, keepChain, readKeptChain, signerFile } from './chain-file.ts';
import { deployChain, fundSigner } from './deploy.ts';
import { developmentChain, developmentChains } from './development-chain.ts';
import { DevelopmentNode } from './development-node.ts';
import { openLiveOrganization } from './live-organization.ts';
import { standInRails } from './stand-in-bank.ts';
import { watchFinality } from './watch-finality.ts';

/** The development chain of a stack. Its code is loaded by `--chain` alone, so others know this type and no value. */
export type LocalChain = Awaited<ReturnType<typeof prepareChain>>;

/**
 * Finds the contracts of an earlier start on a node, or deploys them.
 * @throws {StartError} where no node answers, it is no development chain's, or it does not have the contracts any more
 */
export async function prepareChain(url: string, folder: ChainFolder) {
  const node = await DevelopmentNode.reach(url);
  const kept = await foundOrDeployed(node, folder);
  return {
    url,
    folder,
    kept,
    /** What a developer is told of it. */
    shown: { name: developmentChain, chainId: kept.chainId, node: url, token: kept.token },
    chains: developmentChains(kept),
    rails: standInRails,
    openLiveOrganization,
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
  const file = signerFile(folder);
  // A start that was interrupted has left a key that nothing names.
  const signer = existsSync(file) ? readKey(file) : createKey(file);
  await fundSigner(node, signer.address);
  const made = { ...deployed, connectionId: createIds().next('conn', Date.now()) };
  keepChain(folder, made);
  return made;
}

/** Money that was sent on the chain of before is not on this one, so nothing can go on here. */
async function refuseOtherChain(node: DevelopmentNode, { chainId, block }: KeptChain): Promise<void> {
  const again = 'begin anew: npm start -- --fresh --chain';
  const found = await node.chainId();
  if (found !== chainId)
    throw new StartError(
      `The node at ${node.url} is of chain ${found}, and this data of chain ${chainId}. Start that one, or ${again} ${node.url}`,
    );
  if (await node.hasBlock(block)) return;
  throw new StartError(
    `The node at ${node.url} was started anew and does not have the chain of this data. To keep a chain, start its node with --state FILE --preserve-historical-states; now ${again} ${node.url}`,
  );
}

import {
  type ConnectionKind,
  ConnectionRefused,
  chainSlot,
  type KnownAccount,
  type ReachedAccount,
  type TrialPlace,
} from '../../../ports/connections.ts';
import type { Chains, KnownChain } from '../chains.ts';
import { type NodeBlock, NodeFailed } from '../node.ts';
import { NodeBehind, NodesDisagree, Witnesses } from '../witnesses.ts';
import { type ConnectedFactory, checkFactory, checkSameFactory } from './check-contracts.ts';
import { seeFeeds } from './check-feeds.ts';
import { checkNode } from './check-node.ts';
import { checkSigner } from './check-signer.ts';
import { checkTreasury } from './check-treasury.ts';
import { reachingNodes } from './reach-nodes.ts';
import { type SeenToken, seeToken, tokenChanges } from './see-tokens.ts';
import { ChainCredentials, type ChainSettings, chainSettings } from './settings.ts';

/** Milliseconds for one answer of a node. */
const patienceMs = 5_000;

/** A chain. Its nodes are the credentials, and the factory that determines the addresses of payouts is the account. */
export function chainConnection(chains: Chains): ConnectionKind<ChainSettings, ChainCredentials> {
  return {
    provider: 'evm',
    port: 'chain',
    mode: 'live',
    settings: chainSettings(chains),
    credentials: ChainCredentials,
    slotOf: ({ chain }) => chainSlot(chain),
    async check(settings, credentials, place, known) {
      try {
        return await checkChain(chains[settings.chain] as KnownChain, settings, credentials, place, known);
      } catch (error) {
        if (!(error instanceof NodeFailed || error instanceof NodesDisagree || error instanceof NodeBehind))
          throw error;
        throw new ConnectionRefused(error.message);
      }
    },
  };
}

async function checkChain(
  { id: chainId, tokens }: KnownChain,
  settings: ChainSettings,
  { nodes: urls, signer: name }: ChainCredentials,
  place: TrialPlace,
  known: KnownAccount | undefined,
): Promise<ReachedAccount> {
  const nodes = reachingNodes(place)(urls, patienceMs);
  const expected = { chainId, token: tokens[0].contract, holder: settings.factory };
  await Promise.all(nodes.map((node) => checkNode(node, expected, place.clock)));
  const witnesses = new Witnesses(nodes);
  const final = await witnesses.final();
  const seen = await Promise.all(tokens.map((token) => seeToken(witnesses, token, final)));
  const feeds = await seeFeeds(witnesses, tokens, settings, final);
  const feedFaults = feeds.flatMap(({ fault }) => fault ?? []);
  if (!known && feedFaults[0] !== undefined) throw new ConnectionRefused(feedFaults[0]);
  const factory = known
    ? await checkAgain(witnesses, settings, known, final)
    : await checkNew(witnesses, settings, seen, final);
  const signer = name === undefined ? undefined : await checkSigner(name, factory, place);
  return {
    accountId: `${chainId}/${settings.factory}`,
    account: { chainId, ...factory },
    details: { tokens: seen, feeds, ...(signer && { signer }) },
    hosts: nodes.map(({ name }) => name),
    ...(known && withFaults(tokenChanges(known.details.tokens, seen), feedFaults)),
  };
}

function withFaults({ findings, notes }: ReturnType<typeof tokenChanges>, faults: readonly string[]) {
  return { findings: [...findings, ...faults], notes };
}

/**
 * What a chain has to prove once: the contracts of this release, its tokens, and that the treasury belongs to the
 * operator.
 */
async function checkNew(
  witnesses: Witnesses,
  { factory: address, proof }: ChainSettings,
  tokens: readonly SeenToken[],
  final: NodeBlock,
): Promise<ConnectedFactory> {
  const factory = await checkFactory(witnesses, address, final);
  const [fault] = tokens.flatMap((token) => token.fault ?? []);
  if (fault !== undefined) throw new ConnectionRefused(fault);
  await checkTreasury(witnesses, factory, { proof, tokens: tokens.map(({ contract }) => contract) }, final);
  return factory;
}

/**
 * What a chain has to show at each check. The release that checks may know other tokens and contracts than the release
 * that connected the chain. Therefore the check only looks for the proof, which shows that the nodes still have old
 * receipts. The content of the proof cannot change.
 */
async function checkAgain(
  witnesses: Witnesses,
  { proof }: ChainSettings,
  { account }: KnownAccount,
  final: NodeBlock,
): Promise<ConnectedFactory> {
  const factory = await checkSameFactory(witnesses, account, final);
  await Promise.all([proof.flushed, proof.returned].map((hash) => witnesses.transaction(hash, final)));
  return factory;
}

import {
  type ConnectionKind,
  ConnectionRefused,
  type KnownAccount,
  type ReachedAccount,
  type TrialPlace,
  vaultSlot,
} from '../../../ports/connections.ts';
import type { Chains, KnownChain } from '../chains.ts';
import { checkNode } from '../connection/check-node.ts';
import { signerAccount } from '../connection/check-signer.ts';
import { reachingNodes } from '../connection/reach-nodes.ts';
import { seeToken, tokenChanges } from '../connection/see-tokens.ts';
import { NodeFailed } from '../node.ts';
import { NodeBehind, NodesDisagree, Witnesses } from '../witnesses.ts';
import { checkVault, governanceChanges, seeGovernance } from './check-vault.ts';
import { VaultCredentials, type VaultSettings, vaultSettings } from './settings.ts';

/** Milliseconds for one answer of a node. */
const patienceMs = 5_000;

/** A vault that pays wallets on a chain: its nodes and its signer are the credentials, and the contract is the account. */
export function vaultConnection(chains: Chains): ConnectionKind<VaultSettings, VaultCredentials> {
  return {
    provider: 'evm-vault',
    port: 'vault',
    mode: 'live',
    settings: vaultSettings(chains),
    credentials: VaultCredentials,
    slotOf: ({ chain }) => vaultSlot(chain),
    async check(settings, credentials, place, known) {
      try {
        return await checkConnection(chains[settings.chain] as KnownChain, settings, { credentials, place, known });
      } catch (error) {
        if (!(error instanceof NodeFailed || error instanceof NodesDisagree || error instanceof NodeBehind))
          throw error;
        throw new ConnectionRefused(error.message);
      }
    },
  };
}

interface Tried {
  readonly credentials: VaultCredentials;
  readonly place: TrialPlace;
  readonly known: KnownAccount | undefined;
}

async function checkConnection(
  { id: chainId, tokens: ofChain }: KnownChain,
  { vault }: VaultSettings,
  { credentials, place, known }: Tried,
): Promise<ReachedAccount> {
  const nodes = reachingNodes(place)(credentials.nodes, patienceMs);
  const expected = { chainId, token: ofChain[0].contract, holder: vault };
  await Promise.all(nodes.map((node) => checkNode(node, expected, place.clock)));
  const witnesses = new Witnesses(nodes);
  const final = await witnesses.final();
  const code = await checkVault(witnesses, vault, { known: known?.account, at: final });
  const signer = await signerAccount(credentials.signer, 'vault', place);
  const issued = ofChain.filter(({ isIssued }) => isIssued);
  const governance = await seeGovernance(witnesses, vault, { signer, tokens: issued, at: final });
  const tokens = await Promise.all(issued.map((token) => seeToken(witnesses, token, final)));
  const [fault] = tokens.flatMap((token) => token.fault ?? []);
  if (!known && fault !== undefined) throw new ConnectionRefused(fault);
  return {
    accountId: `${chainId}/${vault}`,
    account: { chainId, vault, ...code },
    details: { tokens, ...governance },
    hosts: nodes.map(({ name }) => name),
    ...(known && withGovernance(tokenChanges(known.details.tokens, tokens), known, governance)),
  };
}

function withGovernance(
  { findings, notes }: ReturnType<typeof tokenChanges>,
  { details }: KnownAccount,
  governance: Awaited<ReturnType<typeof seeGovernance>>,
) {
  return { findings: [...findings, ...governanceChanges(details, governance)], notes };
}

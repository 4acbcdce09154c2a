import { chainSlot } from '../../../ports/connections.ts';
import type { ServesToken } from '../../../ports/token-chain.ts';
import { type Chains, knownChains } from '../chains.ts';

const chains: Chains = knownChains;

/** An organization accepts the issuers' tokens on the chains for which it has a connection. */
export const servesToken: ServesToken = ({ connections = {} }, { chain, token }) => {
  const tokens = Object.hasOwn(chains, chain) ? chains[chain]?.tokens : undefined;
  const isTaken = tokens?.some(({ name, isIssued }) => isIssued && name === token) ?? false;
  return isTaken && Object.hasOwn(connections, chainSlot(chain));
};

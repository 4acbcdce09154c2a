import type { Address } from 'viem';
import type { Corridor } from '../../shared/ports/corridor.ts';
import type { Chains } from '../../shared/providers/evm/chains.ts';
import { sandboxCorridors } from '../../shared/providers/sandbox/corridors/catalog.ts';
import type { DeployedChain } from './deploy.ts';

/** The name of a development node's chain. Stages have no chain of this name. */
export const developmentChain = 'development';
export const testToken = 'USDC';

/** The chain of a development node, whose only token is our test dollar. */
export function developmentChains({ chainId: id, token: contract }: DeployedChain): Chains {
  return { [developmentChain]: { id, tokens: [{ name: testToken, contract: contract as Address, isIssued: true }] } };
}

const fromBalance = sandboxCorridors.filter(({ sourceCurrency }) => sourceCurrency === 'USD');

/** Every corridor from dollars a second time, funded by the organization itself. */
const selfFunded = fromBalance.map((corridor): Corridor => {
  const { corridorId } = corridor;
  return {
    ...corridor,
    corridorId: `${corridorId}_${developmentChain}_${testToken.toLowerCase()}`,
    funding: { chain: developmentChain, token: testToken, accountsOf: corridorId },
  };
});

/** The corridors that the stand-in for a bank pays. */
export const standInCorridors: readonly Corridor[] = [...fromBalance, ...selfFunded];

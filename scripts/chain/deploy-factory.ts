import { type Address, encodeDeployData, isAddressEqual, keccak256, toHex } from 'viem';
import { depositFactory } from '../../contracts/deposit-factory.ts';
import { depositAddress } from '../../shared/providers/evm/deposit-contracts.ts';
import {
  type ChainClient,
  type Deployed,
  type Deployment,
  type DeploymentPlan,
  deployFirst,
  hasCode,
} from './deploy-first.ts';

export interface WantedFactory extends Omit<Deployment, 'code' | 'confirm'> {
  readonly treasuries: readonly [Address, Address];
  /** Asks whether to continue, once everything is known that can be known before. */
  readonly confirm: (plan: FactoryPlan) => Promise<boolean>;
}

export interface FactoryPlan extends DeploymentPlan {
  readonly treasuries: readonly { readonly address: Address; readonly hasCode: boolean }[];
}

export interface DeployedFactory extends Deployed {
  /** The contract at every deposit address. */
  readonly implementation: Address;
}

/**
 * Deploys `DepositFactory`.
 * @returns undefined if it was not confirmed
 * @throws Error like `deployFirst`, and if the deployed contract is not this factory
 */
export async function deployFactory({ treasuries, ...wanted }: WantedFactory): Promise<DeployedFactory | undefined> {
  const deployed = await deployFirst({
    ...wanted,
    code: encodeDeployData({ ...depositFactory, args: treasuries }),
    confirm: async (plan, client) => {
      const shown = treasuries.map(async (address) => ({ address, hasCode: await hasCode(client, address) }));
      return wanted.confirm({ ...plan, treasuries: await Promise.all(shown) });
    },
  });
  if (!deployed) return;
  const { client, ...factory } = deployed;
  return { ...factory, implementation: await verified(client, factory.address, treasuries) };
}

/**
 * Asks the factory for its treasuries and its deposit contract.
 * @returns the contract at every deposit address
 * @throws Error if the answer is not what this release expects
 */
async function verified(
  client: ChainClient,
  address: Address,
  treasuries: WantedFactory['treasuries'],
): Promise<Address> {
  const { abi } = depositFactory;
  const salt = keccak256(toHex('any payout'));
  const [first, second, implementation, deposit] = await Promise.all([
    client.readContract({ address, abi, functionName: 'treasury' }),
    client.readContract({ address, abi, functionName: 'secondTreasury' }),
    client.readContract({ address, abi, functionName: 'implementation' }),
    client.readContract({ address, abi, functionName: 'addressOf', args: [salt] }),
  ]);
  if (!isAddressEqual(first, treasuries[0]) || !isAddressEqual(second, treasuries[1])) {
    throw new Error(`The factory at ${address} pays ${first} and ${second}. To deploy another one, use another key.`);
  }
  if (!isAddressEqual(deposit, depositAddress(address, implementation, salt)))
    throw new Error('This chain computes the addresses of contracts differently from Ethereum.');
  return implementation;
}

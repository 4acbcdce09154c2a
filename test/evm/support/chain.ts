import { join } from 'node:path';
import {
  type Abi,
  type Address,
  createTestClient,
  getAddress,
  http,
  publicActions,
  type TransactionReceipt,
  walletActions,
} from 'viem';
import { foundry } from 'viem/chains';
import { depositFactory } from '../../../contracts/deposit-factory.ts';
import { type Anvil, startAnvil } from '../../../local/chain/anvil.ts';
import { type CompiledContract, compileContracts } from '../../../scripts/contracts/compile.ts';

const tokens = compileContracts(join(import.meta.dirname, '..'));

export type Sent = TransactionReceipt & { readonly isSuccess: boolean };

/**
 * A node with the contracts that tests use. The node signs for its ten accounts.
 * @param args of the node
 */
export async function startChain(...args: string[]) {
  const anvil: Anvil = await startAnvil(...args);
  const isNumbered = args.indexOf('--chain-id');
  const chain = isNumbered < 0 ? foundry : { ...foundry, id: Number(args[isNumbered + 1]) };
  const client = createTestClient({ chain, mode: 'anvil', transport: http(anvil.url), pollingInterval: 5 })
    .extend(publicActions)
    .extend(walletActions);
  const accounts = await client.getAddresses();
  const [deployer] = accounts as [Address];

  async function deploy(contract: Pick<CompiledContract, 'abi' | 'bytecode'>, ...args: unknown[]): Promise<Address> {
    const { abi, bytecode } = contract;
    const hash = await client.deployContract({ abi: abi as Abi, bytecode, args, account: deployer });
    const { contractAddress, status } = await client.waitForTransactionReceipt({ hash });
    if (!contractAddress || status !== 'success') throw new Error('nothing was deployed');
    return getAddress(contractAddress);
  }

  /** Gas is set, never estimated, as the service does it. */
  async function send(
    call: { readonly to: Address; readonly abi: Abi; readonly name: string; readonly args: readonly unknown[] },
    { from = deployer, gas = 2_000_000n, value = 0n }: { from?: Address; gas?: bigint; value?: bigint } = {},
  ): Promise<Sent> {
    const { to, abi, name, args } = call;
    const hash = await client.writeContract({
      address: to,
      abi,
      functionName: name,
      args: [...args],
      account: from,
      gas,
      value,
    });
    const receipt = await client.waitForTransactionReceipt({ hash });
    return { ...receipt, isSuccess: receipt.status === 'success' };
  }

  return {
    url: anvil.url,
    client,
    accounts,
    deploy,
    send,
    factory: async (first: Address, second: Address) =>
      deploy(depositFactory as unknown as CompiledContract, first, second),
    token: (name: string) => {
      const contract = tokens.get(name);
      if (!contract) throw new Error(`no contract ${name}`);
      return contract;
    },
    stop: () => anvil.stop(),
  };
}

export type Chain = Awaited<ReturnType<typeof startChain>>;

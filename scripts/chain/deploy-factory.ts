import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Address,
  createWalletClient,
  formatEther,
  getContractAddress,
  type Hex,
  http,
  isAddressEqual,
  keccak256,
  publicActions,
  toHex,
} from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import { depositFactory } from '../../contracts/deposit-factory.ts';
import { depositAddress } from '../../shared/providers/evm/deposit-contracts.ts';

export interface Wanted {
  readonly node: string;
  readonly deployer: PrivateKeyAccount;
  readonly treasuries: readonly [Address, Address];
  /** Whether to go on, once everything is known that can be known before. */
  readonly confirm: (plan: Plan) => Promise<boolean>;
  readonly say: (line: string) => void;
}

export interface Plan {
  readonly chainId: number;
  readonly deployer: Address;
  readonly factory: Address;
  readonly treasuries: readonly { readonly address: Address; readonly hasCode: boolean }[];
  /** At most, in the chain's own coin. */
  readonly cost: string;
}

export interface DepositFactory {
  readonly chainId: number;
  readonly address: Address;
  /** What stands at every deposit address. */
  readonly implementation: Address;
  /** False where it was there already. */
  readonly isNew: boolean;
}

const pollMs = 250;
const patienceMs = 10 * 60_000;

/**
 * Deploys `DepositFactory` as the first transaction of its deployer, so that nobody else can put something at that address
 * on another chain. Run again after it was stopped at any point, it goes on, and deploys nothing twice.
 * @returns undefined where it was not confirmed
 * @throws Error where the deployer has done something else on this chain, cannot pay, or what stands there is not this factory
 */
export async function deployFactory(wanted: Wanted): Promise<DepositFactory | undefined> {
  const { deployer, treasuries, confirm, say } = wanted;
  const client = clientOf(wanted);
  const chainId = await client.getChainId();
  const factory = getContractAddress({ from: deployer.address, nonce: 0n });
  const found = (isNew: boolean) => verified(client, { chainId, address: factory, treasuries, isNew });

  const [mined, sent] = await Promise.all(
    (['latest', 'pending'] as const).map((blockTag) =>
      client.getTransactionCount({ address: deployer.address, blockTag }),
    ),
  );
  if (mined) {
    if (await hasCode(client, factory)) return found(false);
    throw new Error(
      `${deployer.address} has sent another transaction on chain ${chainId}. Take a key that has sent none.`,
    );
  }
  if (!sent) {
    const plan = await planOf(client, { chainId, factory, treasuries });
    if (!(await confirm(plan))) return;
    const hash = await client.deployContract({ ...depositFactory, args: treasuries, nonce: 0, chain: null });
    say(`sent ${hash}`);
  }
  await untilMined(client, deployer.address);
  if (!(await hasCode(client, factory)))
    throw new Error('The transaction was mined and has failed: nothing was deployed.');
  return found(!sent);
}

function clientOf({ node, deployer }: Wanted) {
  const transport = http(node, { retryCount: 2, fetchOptions: { redirect: 'error' } });
  return createWalletClient({ account: deployer, transport }).extend(publicActions);
}

type Client = ReturnType<typeof clientOf>;

async function planOf(
  client: Client,
  { chainId, factory, treasuries }: Pick<Plan, 'chainId' | 'factory'> & Pick<Wanted, 'treasuries'>,
): Promise<Plan> {
  const { address } = client.account;
  const [gas, { maxFeePerGas }, balance] = await Promise.all([
    client.estimateGas({ account: address, data: creationOf(treasuries) }),
    client.estimateFeesPerGas(),
    client.getBalance({ address }),
  ]);
  const cost = gas * maxFeePerGas;
  if (balance < cost) {
    throw new Error(
      `${address} has ${formatEther(balance)} of the chain's coin, and needs up to ${formatEther(cost)}.`,
    );
  }
  const shown = treasuries.map(async (treasury) => ({ address: treasury, hasCode: await hasCode(client, treasury) }));
  return { chainId, deployer: address, factory, treasuries: await Promise.all(shown), cost: formatEther(cost) };
}

function creationOf(treasuries: readonly Address[]): Hex {
  const words = treasuries.map((treasury) => treasury.slice(2).toLowerCase().padStart(64, '0'));
  return `${depositFactory.bytecode}${words.join('')}` as Hex;
}

async function hasCode(client: Client, address: Address): Promise<boolean> {
  return ((await client.getCode({ address })) ?? '0x') !== '0x';
}

/** The transaction is the deployer's first, so it is mined once the deployer has a second number to give. */
async function untilMined(client: Client, address: Address): Promise<void> {
  const givenUpAt = Date.now() + patienceMs;
  while ((await client.getTransactionCount({ address, blockTag: 'latest' })) === 0) {
    if (Date.now() > givenUpAt) throw new Error('The transaction is not mined yet. Run the same command again later.');
    await sleep(pollMs);
  }
}

/** Asks the factory whom it pays and where its deposits are. @throws Error where that is not what this release expects */
async function verified(
  client: Client,
  { treasuries, ...factory }: Omit<DepositFactory, 'implementation'> & Pick<Wanted, 'treasuries'>,
): Promise<DepositFactory> {
  const { address } = factory;
  const { abi } = depositFactory;
  const salt = keccak256(toHex('any payout'));
  const [first, second, implementation, deposit] = await Promise.all([
    client.readContract({ address, abi, functionName: 'treasury' }),
    client.readContract({ address, abi, functionName: 'secondTreasury' }),
    client.readContract({ address, abi, functionName: 'implementation' }),
    client.readContract({ address, abi, functionName: 'addressOf', args: [salt] }),
  ]);
  if (!isAddressEqual(first, treasuries[0]) || !isAddressEqual(second, treasuries[1])) {
    throw new Error(`The factory at ${address} pays ${first} and ${second}. Another one needs another key.`);
  }
  if (!isAddressEqual(deposit, depositAddress(address, implementation, salt)))
    throw new Error('This chain gives contracts other addresses than Ethereum does.');
  return { ...factory, implementation };
}

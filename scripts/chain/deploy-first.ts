import { setTimeout as sleep } from 'node:timers/promises';
import { type Address, createWalletClient, formatEther, getContractAddress, type Hex, http, publicActions } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';

export interface Deployment {
  readonly node: string;
  readonly deployer: PrivateKeyAccount;
  /** The data that creates the contract: its bytecode and the constructor's arguments. */
  readonly code: Hex;
  /** Asks whether to continue, once everything is known that can be known before. */
  readonly confirm: (plan: DeploymentPlan, client: ChainClient) => Promise<boolean>;
  readonly say: (line: string) => void;
}

export interface DeploymentPlan {
  readonly chainId: number;
  readonly deployer: Address;
  readonly contract: Address;
  /** The maximum cost, in the chain's own coin. */
  readonly cost: string;
}

export interface Deployed {
  readonly chainId: number;
  readonly address: Address;
  /** False if it was already deployed. */
  readonly isNew: boolean;
}

export type ChainClient = ReturnType<typeof clientOf>;

const pollMs = 250;
const patienceMs = 10 * 60_000;

/**
 * Deploys a contract as the first transaction of its deployer, so that nobody else can put something at that address on
 * another chain. If it is interrupted, it can be run again: it continues and deploys nothing twice.
 * @returns undefined if it was not confirmed
 * @throws Error if the deployer has sent another transaction on this chain, or cannot pay
 */
export async function deployFirst(
  wanted: Deployment,
): Promise<(Deployed & { readonly client: ChainClient }) | undefined> {
  const { deployer, code, confirm, say } = wanted;
  const client = clientOf(wanted);
  const chainId = await client.getChainId();
  const address = getContractAddress({ from: deployer.address, nonce: 0n });
  const [mined, sent] = await Promise.all(
    (['latest', 'pending'] as const).map((blockTag) =>
      client.getTransactionCount({ address: deployer.address, blockTag }),
    ),
  );
  if (mined) {
    if (await hasCode(client, address)) return { client, chainId, address, isNew: false };
    throw new Error(
      `${deployer.address} has already sent another transaction on chain ${chainId}. Use a key that has sent none.`,
    );
  }
  if (!sent) {
    const cost = await costOf(client, code);
    if (!(await confirm({ chainId, deployer: deployer.address, contract: address, cost }, client))) return;
    const hash = await client.sendTransaction({ data: code, nonce: 0, chain: null });
    say(`sent ${hash}`);
  }
  await untilMined(client, deployer.address);
  if (!(await hasCode(client, address))) throw new Error('The transaction was mined but failed. Nothing was deployed.');
  return { client, chainId, address, isNew: !sent };
}

export async function hasCode(client: ChainClient, address: Address): Promise<boolean> {
  return ((await client.getCode({ address })) ?? '0x') !== '0x';
}

function clientOf({ node, deployer }: Pick<Deployment, 'node' | 'deployer'>) {
  const transport = http(node, { retryCount: 2, fetchOptions: { redirect: 'error' } });
  return createWalletClient({ account: deployer, transport }).extend(publicActions);
}

/** @throws Error if the deployer cannot pay for it */
async function costOf(client: ChainClient, code: Hex): Promise<string> {
  const { address } = client.account;
  const [gas, { maxFeePerGas }, balance] = await Promise.all([
    client.estimateGas({ account: address, data: code }),
    client.estimateFeesPerGas(),
    client.getBalance({ address }),
  ]);
  const cost = gas * maxFeePerGas;
  if (balance < cost) {
    throw new Error(
      `${address} has ${formatEther(balance)} of the chain's coin, and needs up to ${formatEther(cost)}.`,
    );
  }
  return formatEther(cost);
}

/** The transaction is the deployer's first one, so it has been mined once the deployer's next nonce is one. */
async function untilMined(client: ChainClient, address: Address): Promise<void> {
  const givenUpAt = Date.now() + patienceMs;
  while ((await client.getTransactionCount({ address, blockTag: 'latest' })) === 0) {
    if (Date.now() > givenUpAt) throw new Error('The transaction is not mined yet. Run the same command again later.');
    await sleep(pollMs);
  }
}

import { type Address, encodeDeployData, encodeFunctionData, erc20Abi, type Hex, keccak256, toHex } from 'viem';
import { depositFactory } from '../../contracts/deposit-factory.ts';
import { payoutVault } from '../../contracts/payout-vault.ts';
import { StartError } from '../process/start-error.ts';
import { testDollar } from './contracts/test-dollar.ts';
import { testFeed } from './contracts/test-feed.ts';
import type { DevelopmentNode } from './development-node.ts';

/** The contracts on a development chain. */
export interface DeployedChain {
  readonly chainId: number;
  /** Checksummed address of the test dollar. */
  readonly token: Address;
  readonly factory: Address;
  /** The price feed of the test dollar. Absent on a chain of an earlier release. */
  readonly feed?: Address;
  /** The transactions that prove that the treasury can send on what it receives. */
  readonly proof: { readonly flushed: Hex; readonly returned: Hex };
  /**
   * The hash of a final block, which distinguishes this chain from all others: contracts have the same addresses on
   * each.
   */
  readonly block: Hex;
}

/** One unit of the token is enough to prove a treasury. */
const proofAmount = 1_000_000n;

/**
 * Deploys a test dollar, all of which belongs to the node's first account, its price feed, and a factory whose
 * treasuries are the next two accounts.
 */
export async function deployChain(node: DevelopmentNode): Promise<DeployedChain> {
  const [faucet, treasury, second] = await node.accounts();
  const chainId = await node.chainId();
  const token = await deploy(node, faucet, testDollar.bytecode);
  const factory = await deploy(node, faucet, encodeDeployData({ ...depositFactory, args: [treasury, second] }));
  const feed = await deploy(node, faucet, testFeed.bytecode);
  const { block, ...proof } = await proveTreasury(node, { faucet, treasury, token, factory });
  return { chainId, token, factory, feed, proof, block };
}

/** What a vault holds at first and may pay in a day: a million test dollars. */
const vaultAmount = 1_000_000_000_000n;

/**
 * Deploys a vault that belongs to the node's first account, and fills it. It can pay everything it holds in one day.
 */
export async function deployVault(
  node: DevelopmentNode,
  { token, signer }: Pick<DeployedChain, 'token'> & { readonly signer: Address },
): Promise<Address> {
  const [owner] = await node.accounts();
  const vault = await deploy(node, owner, encodeDeployData({ ...payoutVault, args: [owner, signer] }));
  const { abi } = payoutVault;
  const limit = encodeFunctionData({ abi, functionName: 'setLimit', args: [token, vaultAmount] });
  await node.send({ from: owner, to: vault, data: limit });
  const filled = await node.send({ from: owner, to: token, data: transferData(vault, vaultAmount) });
  await node.finalize(filled.block);
  return vault;
}

/** Gives an account coins to pay for gas. */
export async function fundSigner(node: DevelopmentNode, signer: Address): Promise<void> {
  const [from] = await node.accounts();
  await node.send({ from, to: signer, value: 10n ** 19n });
}

async function deploy(node: DevelopmentNode, from: Address, data: Hex): Promise<Address> {
  const { contract } = await node.send({ from, data });
  if (!contract) throw new StartError(`The node at ${node.url} did not deploy the contract.`);
  return contract;
}

interface Parties {
  readonly faucet: Address;
  readonly treasury: Address;
  readonly token: Address;
  readonly factory: Address;
}

/** Sends one unit through a deposit address to the treasury and back, like an operator who connects a chain. */
async function proveTreasury(node: DevelopmentNode, { faucet, treasury, token, factory }: Parties) {
  const { abi } = depositFactory;
  const salt = keccak256(toHex('proof'));
  const asked = encodeFunctionData({ abi, functionName: 'addressOf', args: [salt] });
  const deposit: Address = `0x${(await node.call(factory, asked)).slice(-40)}`;
  await node.send({ from: faucet, to: token, data: transferData(deposit, proofAmount) });
  const flush = encodeFunctionData({ abi, functionName: 'flush', args: [[salt], token] });
  const flushed = await node.send({ from: faucet, to: factory, data: flush });
  const returned = await node.send({ from: treasury, to: token, data: transferData(faucet, proofAmount) });
  await node.finalize(returned.block);
  return { flushed: flushed.hash, returned: returned.hash, block: returned.blockHash };
}

/**
 * The call that transfers tokens from the sender.
 * @param amount in millionths
 */
export function transferData(to: Address, amount: bigint): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] });
}

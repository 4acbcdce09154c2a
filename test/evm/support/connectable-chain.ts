import type { Abi, Address, Hex } from 'viem';
import { keccak256, toHex } from 'viem';
import { depositFactory } from '../../../contracts/deposit-factory.ts';
import { testFeed } from '../../../local/chain/contracts/test-feed.ts';
import type { CompiledContract } from '../../../scripts/contracts/compile.ts';
import { knownChains } from '../../../shared/providers/evm/chains.ts';
import { type Chain, startChain } from './chain.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Chains whose only token that funds payouts is USDC. */
export type ChainName = 'base' | 'polygon';

/** A node that is taken for one of a known chain: it has that number, its tokens, a history of two days, and a factory whose treasury was proven. */
export interface ConnectableChain extends Chain {
  readonly settings: {
    readonly chain: ChainName;
    readonly factory: Address;
    readonly feeds: { readonly USDC: Address };
    readonly proof: { readonly flushed: Hex; readonly returned: Hex };
  };
  /** Sets what the price feed says, in hundred-millionths of a dollar, and how old that is. */
  price(price: bigint, ageSeconds?: bigint): Promise<void>;
  /** Has the feed revert, or not. */
  silencePrice(isSilent: boolean): Promise<void>;
  readonly treasuries: readonly [Address, Address];
  /** Makes everything so far final, as of now. */
  finalize(): Promise<void>;
}

export async function startConnectableChain(name: ChainName = 'base'): Promise<ConnectableChain> {
  const since = Math.floor((Date.now() - 2 * dayMs) / 1000);
  const { id, tokens } = knownChains[name];
  const chain = await startChain('--chain-id', `${id}`, '--slots-in-an-epoch', '1', '--timestamp', `${since}`);
  const [deployer, treasury, second] = chain.accounts as [Address, Address, Address];
  const { abi } = chain.token('TestToken');
  const code = await chain.client.getCode({ address: await chain.deploy(chain.token('TestToken')) });
  for (const { contract } of tokens) await chain.client.setCode({ address: contract, bytecode: code ?? '0x' });
  const factory = await chain.factory(treasury, second);
  const feed = await chain.deploy(testFeed as unknown as CompiledContract);
  const [{ contract: token }] = tokens;
  const salt = keccak256(toHex('proof'));
  const deposit = await chain.client.readContract({
    address: factory,
    abi: depositFactory.abi,
    functionName: 'addressOf',
    args: [salt],
  });
  await chain.send({ to: token, abi, name: 'mint', args: [deposit, 1_000_000n] });
  const flush = { to: factory, abi: depositFactory.abi as unknown as Abi, name: 'flush', args: [[salt], token] };
  const flushed = await chain.send(flush);
  const sendOn = { to: token, abi, name: 'transfer', args: [deployer, 1_000_000n] };
  const returned = await chain.send(sendOn, { from: treasury });
  async function finalize(): Promise<void> {
    await chain.client.setNextBlockTimestamp({ timestamp: BigInt(Math.floor(Date.now() / 1000)) });
    await chain.client.mine({ blocks: 4 });
  }
  await finalize();
  const proof = { flushed: flushed.transactionHash, returned: returned.transactionHash };
  const feedAbi = testFeed.abi as unknown as Abi;
  return {
    ...chain,
    settings: { chain: name, factory, feeds: { USDC: feed }, proof },
    treasuries: [treasury, second],
    finalize,
    async price(price, ageSeconds = 0n) {
      await chain.send({ to: feed, abi: feedAbi, name: 'set', args: [price, ageSeconds] });
      await finalize();
    },
    async silencePrice(isSilent) {
      await chain.send({ to: feed, abi: feedAbi, name: 'silence', args: [isSilent] });
      await finalize();
    },
  };
}

import { type Address, getAddress } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { evmChain } from '../../shared/providers/evm/chain.ts';
import { knownChains } from '../../shared/providers/evm/chains.ts';
import { reachingNodes } from '../../shared/providers/evm/connection/reach-nodes.ts';
import { Witnesses } from '../../shared/providers/evm/witnesses.ts';
import { addressOfTest, holdsAsChain } from '../provider-contract/chain.ts';
import { type Chain, startChain } from './support/chain.ts';

/** Finality lies so many blocks behind, and a block takes so long by the clock of the test. */
const blocksUntilFinal = 2;
const blockMs = 2_000;

let node: Chain;

beforeAll(async () => {
  node = await startChain('--slots-in-an-epoch', '1');
});

afterAll(() => node.stop());

const height = async () => Number(await node.client.getBlockNumber({ cacheTime: 0 }));
const chainOf = (token: Address) =>
  evmChain(async () => ({
    witnesses: new Witnesses(reachingNodes({ loopback: true })([node.url], 2_000)),
    contracts: { USDC: token },
  }));

// Each test has a token of its own, so that it reads no other test's transfers, and the node mines by the clock of the test.
holdsAsChain('a node', (_memory, clock) => {
  const begun = prepare(clock());
  async function prepare(since: number) {
    const token = await node.deploy(node.token('TestToken'));
    return { token, since, from: await height() };
  }
  async function mineUntilNow(): Promise<void> {
    const { since, from } = await begun;
    const missing = from + Math.floor((clock() - since) / blockMs) - (await height());
    if (missing > 0) await node.client.mine({ blocks: missing });
  }
  return {
    open: () => ({
      async head(...of) {
        await mineUntilNow();
        return chainOf((await begun).token).head(...of);
      },
      transfers: async (range) => chainOf((await begun).token).transfers(range),
    }),
    async send(_key, amount) {
      const { token } = await begun;
      const { abi } = node.token('TestToken');
      await node.send({ to: token, abi, name: 'mint', args: [addressOfTest.address, amount] });
      return clock() + (blocksUntilFinal + 1) * blockMs;
    },
  };
});

describe('a chain that is read through nodes', () => {
  test('is asked for no token that it does not know', async () => {
    const chain = chainOf(await node.deploy(node.token('TestToken')));
    const range = { ...addressOfTest, token: 'USDT', fromBlock: 0, toBlock: 0 };
    await expect(chain.transfers(range)).rejects.toThrow('USDT is not known on base');
  });
});

describe('the tokens of the chains', () => {
  const tokens = Object.values(knownChains).flatMap((chain) => chain.tokens);

  test('have addresses whose checksums are right, and each another', () => {
    for (const { name, contract } of tokens) expect(getAddress(contract), name).toBe(contract);
    expect(new Set(tokens.map(({ contract }) => contract)).size).toBe(tokens.length);
  });

  test('pay where their issuer has issued them: USDC on every chain, USDT on Ethereum alone', () => {
    const paying = Object.entries(knownChains).map(([chain, { tokens }]) => [
      chain,
      tokens.filter(({ isIssued }) => isIssued).map(({ name }) => name),
    ]);
    expect(paying).toEqual([
      ['ethereum', ['USDC', 'USDT']],
      ['polygon', ['USDC']],
      ['base', ['USDC']],
      ['arbitrum', ['USDC']],
    ]);
  });
});

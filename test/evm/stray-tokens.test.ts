import type { Abi, Address, Hex } from 'viem';
import { parseEther, zeroAddress } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { depositFactory } from '../../contracts/deposit-factory.ts';
import type { DepositChain, DepositPlace, DepositToken } from '../../shared/ports/deposit-chain.ts';
import { knownChains } from '../../shared/providers/evm/chains.ts';
import { depositSalt } from '../../shared/providers/evm/deposit-contracts.ts';
import { type Connected, type DepositChains, startDepositChains } from './support/deposit-chains.ts';
import { startTamperingNode, type TamperingNode } from './support/tampering-node.ts';

const dayMs = 24 * 60 * 60 * 1000;

let base: DepositChains;
let polygon: DepositChains;
let polygonNode: TamperingNode;
let onBase: Connected;
let onPolygon: Connected;
let deposits: DepositChain;
let place: DepositPlace;
let token: DepositToken;
let payouts = 0;
let payoutId: string;
let to: Address;

beforeAll(async () => {
  [base, polygon] = await Promise.all([startDepositChains('base'), startDepositChains('polygon')]);
  polygonNode = await startTamperingNode(polygon.url);
  onBase = await base.connect();
  onPolygon = await polygon.connect([polygonNode.url], onBase.service);
  ({ token } = onBase);
  deposits = onBase.open();
  place = (await deposits.serving(onBase.organizationId, 'base')) as DepositPlace;
});

beforeEach(() => {
  payouts += 1;
  payoutId = `po_${payouts}`;
  to = place.addressOf(payoutId) as Address;
});

afterEach(() => {
  polygonNode.state.isSilent = false;
});

afterAll(async () => {
  polygonNode.stop();
  await Promise.all([base.stop(), polygon.stop()]);
});

const strays = () => deposits.strays(token, [payoutId]);

async function pay(chain: DepositChains, amount: bigint, contract?: Hex): Promise<void> {
  await chain.pay([{ to, amount }], contract);
  await chain.finalize();
}

/** Sends the chain's own coin. */
async function sendCoins(chain: DepositChains, amount: bigint): Promise<void> {
  const [account] = chain.accounts;
  await chain.client.sendTransaction({ account: account as Address, to, value: amount, chain: null });
  await chain.finalize();
}

describe('money at the address of a payout', () => {
  test('in the same token of another chain is found there, with the day in which it came', async () => {
    await pay(polygon, 5_000_000n);
    const { tokens, silent } = await strays();
    expect(silent).toEqual([]);
    expect(tokens).toMatchObject([
      { ...onPolygon.token, payoutId, chain: 'polygon', token: 'USDC', isIssued: true, received: 5_000_000n },
    ]);
    const { sinceBlock, by } = tokens[0] as (typeof tokens)[number];
    const [since, until] = await Promise.all(
      [sinceBlock, by].map((number) => polygon.client.getBlock({ blockNumber: BigInt(number) })),
    );
    expect(Number((until?.timestamp ?? 0n) - (since?.timestamp ?? 0n)) * 1_000).toBeGreaterThanOrEqual(dayMs);
    const stray = { connectionId: onPolygon.token.connectionId, contract: onPolygon.token.contract };
    expect((await deposits.received(stray, [payoutId], sinceBlock)).amounts).toEqual([0n]);
    expect(
      await deposits.transfers(stray, { addresses: [to.toLowerCase()], fromBlock: sinceBlock, toBlock: by }),
    ).toMatchObject([{ amount: 5_000_000n }]);
  });

  test('in tokens that only stand in for an issuer’s is told apart, on both chains', async () => {
    await pay(base, 1n, knownChains.base.tokens[1].contract);
    await pay(base, 2n, knownChains.base.tokens[2].contract);
    await pay(polygon, 3n, knownChains.polygon.tokens[1].contract);
    await pay(base, 4n);
    const { tokens } = await strays();
    expect(tokens.map(({ chain, token: name, isIssued, received }) => [chain, name, isIssued, received])).toEqual([
      ['base', 'USDbC', false, 1n],
      ['base', 'USDT', false, 2n],
      ['polygon', 'USDC.e', false, 3n],
    ]);
  });

  test('is found where it was flushed already', async () => {
    await pay(polygon, 7n);
    await polygon.flush([payoutId]);
    expect((await strays()).tokens).toMatchObject([{ chain: 'polygon', received: 7n }]);
  });

  test('is hidden by no other chain that is silent', async () => {
    await pay(base, 12n, knownChains.base.tokens[1].contract);
    polygonNode.state.isSilent = true;
    const { tokens, silent } = await strays();
    expect(tokens).toMatchObject([{ chain: 'base', received: 12n }]);
    expect(silent).toEqual([{ connectionId: onPolygon.token.connectionId, error: expect.any(Error) }]);
  });

  test('is found on a chain that was disconnected', async () => {
    await onPolygon.disconnect();
    await pay(polygon, 11n);
    expect((await onBase.open().strays(token, [payoutId])).tokens).toMatchObject([{ chain: 'polygon', received: 11n }]);
  });
});

describe('a chain’s own coin at the address of a payout', () => {
  test('is shown while it lies there, where it is worth the work', async () => {
    await sendCoins(base, 999_999_999_999_999n);
    expect((await strays()).coins).toEqual([]);
    await sendCoins(base, parseEther('0.5'));
    await sendCoins(polygon, parseEther('2'));
    expect((await strays()).coins).toMatchObject([
      { payoutId, chain: 'base', held: parseEther('0.5') + 999_999_999_999_999n },
      { payoutId, chain: 'polygon', held: parseEther('2') },
    ]);
    for (const chain of [base, polygon]) {
      const call = { to: place.factory as Address, abi: depositFactory.abi as unknown as Abi, name: 'flush' };
      await chain.send({ ...call, args: [[depositSalt(payoutId)], zeroAddress] }, { gas: 400_000n });
      await chain.finalize();
    }
    expect((await strays()).coins).toEqual([]);
  });
});

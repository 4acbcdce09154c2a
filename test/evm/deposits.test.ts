import { setTimeout } from 'node:timers/promises';
import type { Address } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DepositChain, DepositPlace, DepositToken } from '../../shared/ports/deposit-chain.ts';
import { type Connected, type DepositChains, startDepositChains } from './support/deposit-chains.ts';
import { startTamperingNode, type TamperingNode } from './support/tampering-node.ts';

let chains: DepositChains;
let node: TamperingNode;
let connected: Connected;
let token: DepositToken;
let deposits: DepositChain;
let place: DepositPlace;
let payouts = 0;
let payoutId: string;
let to: string;

beforeAll(async () => {
  chains = await startDepositChains();
  node = await startTamperingNode(chains.url);
  connected = await chains.connect([chains.url, node.url]);
  ({ token } = connected);
  deposits = connected.open();
  place = (await deposits.serving(connected.organizationId, 'base')) as DepositPlace;
});

beforeEach(() => {
  payouts += 1;
  payoutId = `po_${payouts}`;
  to = place.addressOf(payoutId);
});

afterEach(() => {
  node.state.delayMs = 0;
  node.state.refuses = () => false;
  node.state.isSilent = false;
});

afterAll(async () => {
  node.stop();
  await chains.stop();
});

async function paid(amount: bigint): Promise<string> {
  const hash = await chains.pay([{ to, amount }]);
  await chains.finalize();
  return hash;
}

const received = async () => (await deposits.received(token, [payoutId])).amounts[0];
const bankable = async () => (await deposits.bankable(token, [payoutId]))[0];
const listed = async (toBlock?: number) => {
  const range = { addresses: [to.toLowerCase()], fromBlock: place.finalBlock };
  return deposits.transfers(token, { ...range, toBlock: toBlock ?? (await deposits.head(token.connectionId)).final });
};

describe('the address of a payout', () => {
  test('is the one that the factory gives it, and is emptied to the treasury', async () => {
    await paid(5_000_000n);
    const [treasury] = chains.treasuries;
    const before = await chains.balanceOf(treasury);
    await chains.flush([payoutId]);
    expect((await chains.balanceOf(treasury)) - before).toBe(5_000_000n);
    expect([await received(), await bankable()]).toEqual([5_000_000n, 5_000_000n]);
  });

  test.each([4_999_999n, 5_000_000n, 5_000_001n])('has received %s units to the last one', async (amount) => {
    await paid(amount);
    expect([await received(), await bankable()]).toEqual([amount, amount]);
    expect(await listed()).toMatchObject([{ amount }]);
  });
});

describe('what a token does', () => {
  test('a fee that it keeps is neither received nor banked', async () => {
    await chains.issuer('setFee', 100n);
    try {
      await paid(1_000_000n);
      expect(await listed()).toMatchObject([{ amount: 990_000n }]);
      expect(await received()).toBe(990_000n);
      expect(await bankable()).toBe(980_100n);
      await chains.flush([payoutId]);
      // What has left the address counts as flushed, whatever reached the treasury of it.
      expect([await received(), await bankable()]).toEqual([990_000n, 990_000n]);
    } finally {
      await chains.issuer('setFee', 0n);
    }
  });

  test('money goes to the second treasury while the first one is frozen, and to none while both are', async () => {
    await paid(3n);
    const [first, second] = chains.treasuries;
    await chains.issuer('freeze', first, true);
    expect(await bankable()).toBe(3n);
    await chains.issuer('freeze', second, true);
    expect([await bankable(), await received()]).toEqual([0n, 3n]);
    for (const treasury of chains.treasuries) await chains.issuer('freeze', treasury, false);
    expect(await bankable()).toBe(3n);
  });

  test('one address that is frozen is parked, and keeps no other', async () => {
    await paid(3n);
    const other = `${payoutId}_other`;
    await chains.pay([{ to: place.addressOf(other), amount: 4n }]);
    await chains.issuer('freeze', to, true);
    expect(await deposits.bankable(token, [payoutId, other])).toEqual([0n, 4n]);
    expect((await deposits.received(token, [payoutId, other])).amounts).toEqual([3n, 4n]);
  });

  test('looking for what a flush would bring flushes nothing', async () => {
    await paid(3n);
    for (let time = 0; time < 3; time += 1) expect(await bankable()).toBe(3n);
    expect(await chains.balanceOf(to as Address)).toBe(3n);
  });
});

describe('a reorganization', () => {
  test('that takes back what was final leaves nothing of it', async () => {
    const hash = await paid(5n);
    expect(await deposits.transaction(token, hash)).toMatchObject({ isFinal: true });
    await chains.reorganize(6);
    expect(await deposits.transaction(token, hash)).toBeUndefined();
    expect([await received(), await bankable()]).toEqual([0n, 0n]);
    expect(await listed()).toEqual([]);
  });
});

describe('the answer', () => {
  test('to a thousand payouts is exact', async () => {
    const ids = Array.from({ length: 1_000 }, (_, index) => `${payoutId}_${index}`);
    const payments = ids.map((id, index) => ({ to: place.addressOf(id), amount: BigInt(index % 3) }));
    for (let start = 0; start < 1_000; start += 250) await chains.pay(payments.slice(start, start + 250));
    await chains.finalize();
    const amounts = payments.map(({ amount }) => amount);
    expect((await deposits.received(token, ids)).amounts).toEqual(amounts);
    expect(await deposits.bankable(token, ids)).toEqual(amounts);
    const { final } = await deposits.head(token.connectionId);
    const addresses = payments.map((payment) => payment.to.toLowerCase());
    const told = await deposits.transfers(token, { addresses, fromBlock: place.finalBlock, toBlock: final });
    expect(told).toHaveLength(amounts.filter((amount) => amount > 0n).length);
  });

  test('comes within ten seconds, or not at all, and then nothing more is asked', { timeout: 30_000 }, async () => {
    await chains.client.mine({ blocks: 200 });
    node.state.delayMs = 300;
    node.state.refuses = ({ method }) => method === 'eth_getLogs';
    const { final } = await deposits.head(token.connectionId);
    node.state.refuses = ({ method, params }) =>
      method === 'eth_getLogs' && spanOf(params[0] as { fromBlock: string; toBlock: string }) > 1;
    const asked = performance.now();
    await expect(listed(final)).rejects.toMatchObject({ name: 'NodeFailed' });
    expect(performance.now() - asked).toBeLessThan(10_000);
    await setTimeout(600);
    const calls = node.calls.length;
    await setTimeout(600);
    expect(node.calls.length).toBe(calls);
  });

  test('with a new place asks for a final block, and keeps it for half a minute', async () => {
    let now = Date.now();
    const keeping = connected.open(() => now);
    const serving = async () => (await keeping.serving(connected.organizationId, 'base'))?.finalBlock ?? 0;
    const first = await serving();
    await chains.finalize();
    node.state.isSilent = true;
    now += 29_000;
    expect(await serving()).toBe(first);
    node.state.isSilent = false;
    now += 2_000;
    expect(await serving()).toBeGreaterThan(first);
  });
});

function spanOf({ fromBlock, toBlock }: { readonly fromBlock: string; readonly toBlock: string }): number {
  return Number(toBlock) - Number(fromBlock);
}

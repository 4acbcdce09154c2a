import { type Abi, type Address, type Hex, keccak256, parseEventLogs, toHex, zeroAddress } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { payoutVault } from '../../contracts/payout-vault.ts';
import type { CompiledContract } from '../../scripts/contracts/compile.ts';
import { type Chain, startChain } from './support/chain.ts';

const { abi } = payoutVault;
const key = (name: string): Hex => keccak256(toHex(name));

let chain: Chain;
let owner: Address;
let signer: Address;
let payee: Address;
let stranger: Address;
let token: Address;
let vault: Address;

beforeAll(async () => {
  chain = await startChain();
  [owner, signer, payee, stranger] = chain.accounts as [Address, Address, Address, Address];
  token = await chain.deploy(chain.token('TestToken'));
});

afterAll(() => chain.stop());

const testToken = () => chain.token('TestToken').abi;

const onToken = (name: string, args: readonly unknown[], to = token) =>
  chain.send({ to, abi: testToken(), name, args });

const balance = (of: Address, at = token) =>
  chain.client.readContract({ address: at, abi: testToken(), functionName: 'balanceOf', args: [of] });

beforeEach(async () => {
  vault = await chain.deploy(payoutVault as unknown as CompiledContract, owner, signer);
  await byOwner('setLimit', [token, 1_000n]);
  await onToken('mint', [vault, 5_000n]);
});

const call = (name: string, args: readonly unknown[], from: Address) =>
  chain.send({ to: vault, abi: abi as Abi, name, args }, { from });

const byOwner = (name: string, args: readonly unknown[]) => call(name, args, owner);

const now = async () => (await chain.client.getBlock()).timestamp;

async function pay(
  name: string,
  { to = payee, amount = 100n, of = token, from = signer, validFor = 1_800n } = {},
): Promise<Awaited<ReturnType<typeof call>>> {
  return call('pay', [key(name), of, to, amount, (await now()) + validFor], from);
}

const refused = { isSuccess: false };
const done = { isSuccess: true };

const isPaid = (name: string) =>
  chain.client.readContract({ address: vault, abi, functionName: 'paid', args: [key(name)] });

describe('a key', () => {
  test('is paid once, whatever else the second payment says', async () => {
    const before = (await balance(payee)) as bigint;
    const { logs } = await pay('once');
    expect(parseEventLogs({ abi, logs }).map(({ args }) => args)).toEqual([
      { key: key('once'), token, to: payee, amount: 100n },
    ]);
    expect(await pay('once')).toMatchObject(refused);
    expect(await pay('once', { to: stranger, amount: 1n })).toMatchObject(refused);
    expect(await pay('another')).toMatchObject(done);
    expect(await balance(payee)).toBe(before + 200n);
  });

  test('that was refused can be paid later', async () => {
    expect(await pay('later', { validFor: -1n })).toMatchObject(refused);
    expect(await isPaid('later')).toBe(false);
    expect(await pay('later')).toMatchObject(done);
    expect(await isPaid('later')).toBe(true);
  });

  test('is paid until the second that was said, and no later', async () => {
    const validUntil = (await now()) + 100n;
    await chain.client.setNextBlockTimestamp({ timestamp: validUntil });
    expect(await call('pay', [key('last'), token, payee, 1n, validUntil], signer)).toMatchObject(done);
    await chain.client.setNextBlockTimestamp({ timestamp: validUntil + 1n });
    expect(await call('pay', [key('late'), token, payee, 1n, validUntil], signer)).toMatchObject(refused);
  });

  test('costs what it may, for a payee who has tokens', async () => {
    await pay('first');
    const { gasUsed } = await pay('second');
    expect(gasUsed).toBeLessThan(85_000n);
  });
});

describe('nobody but', () => {
  test('the signer pays', async () => {
    for (const from of [owner, payee, stranger]) expect(await pay('who', { from })).toMatchObject(refused);
    expect(await isPaid('who')).toBe(false);
  });

  test('the owner decides anything else', async () => {
    const orders: readonly [string, readonly unknown[]][] = [
      ['setPaused', [true]],
      ['setSigner', [stranger]],
      ['setLimit', [token, 1n]],
      ['withdraw', [token, stranger, 1n]],
      ['transferOwnership', [stranger]],
      ['acceptOwnership', []],
    ];
    for (const [name, args] of orders) {
      for (const from of [signer, stranger]) expect(await call(name, args, from)).toMatchObject(refused);
    }
  });

  test('these functions changes anything', () => {
    const changing = abi.filter((entry) => entry.type === 'function' && entry.stateMutability === 'nonpayable');
    expect(changing.map((entry) => 'name' in entry && entry.name).toSorted()).toEqual([
      'acceptOwnership',
      'pay',
      'setLimit',
      'setPaused',
      'setSigner',
      'transferOwnership',
      'withdraw',
    ]);
  });
});

describe('owner and signer', () => {
  test('are never one', async () => {
    await expect(chain.deploy(payoutVault as unknown as CompiledContract, owner, owner)).rejects.toThrow();
    await expect(chain.deploy(payoutVault as unknown as CompiledContract, zeroAddress, signer)).rejects.toThrow();
    expect(await byOwner('setSigner', [owner])).toMatchObject(refused);
    await byOwner('transferOwnership', [signer]);
    expect(await call('acceptOwnership', [], signer)).toMatchObject(refused);
    expect(await byOwner('renounceOwnership', []).catch(() => refused)).toMatchObject(refused);
  });

  test('are replaced: the signer at once, the owner once the new one has accepted', async () => {
    await byOwner('setSigner', [stranger]);
    expect(await pay('old')).toMatchObject(refused);
    expect(await pay('new', { from: stranger })).toMatchObject(done);
    await byOwner('transferOwnership', [payee]);
    expect(await call('setPaused', [true], payee)).toMatchObject(refused);
    await call('acceptOwnership', [], payee);
    expect(await byOwner('setPaused', [true])).toMatchObject(refused);
    expect(await call('setPaused', [true], payee)).toMatchObject(done);
  });
});

describe('a day', () => {
  test('pays up to its limit, and the next begins anew', async () => {
    const tomorrow = ((await now()) / 86_400n + 1n) * 86_400n;
    await chain.client.setNextBlockTimestamp({ timestamp: tomorrow });
    await chain.client.mine({ blocks: 1 });
    expect(await pay('limit', { amount: 1_000n })).toMatchObject(done);
    expect(await pay('beyond', { amount: 1n })).toMatchObject(refused);
    await chain.client.setNextBlockTimestamp({ timestamp: tomorrow + 86_400n });
    await chain.client.mine({ blocks: 1 });
    expect(await pay('beyond', { amount: 1_001n })).toMatchObject(refused);
    expect(await pay('beyond', { amount: 1_000n })).toMatchObject(done);
  });

  test('counts what was paid before its limit was changed', async () => {
    await pay('before', { amount: 600n });
    await byOwner('setLimit', [token, 700n]);
    expect(await pay('above', { amount: 101n })).toMatchObject(refused);
    expect(await pay('within', { amount: 100n })).toMatchObject(done);
    await byOwner('setLimit', [token, 10n]);
    expect(await pay('lowered', { amount: 1n })).toMatchObject(refused);
    expect(await chain.client.readContract({ address: vault, abi, functionName: 'leftToday', args: [token] })).toBe(0n);
  });

  test('pays nothing of a token without a limit, and no limit is too large for its word', async () => {
    const other = await chain.deploy(chain.token('TestToken'));
    await onToken('mint', [vault, 10n], other);
    expect(await pay('unlimited', { of: other, amount: 1n })).toMatchObject(refused);
    expect(await byOwner('setLimit', [other, 2n ** 112n])).toMatchObject(refused);
    expect(await byOwner('setLimit', [other, 2n ** 112n - 1n])).toMatchObject(done);
    expect(await pay('wide', { of: other, amount: 2n ** 256n - 1n })).toMatchObject(refused);
    expect(await pay('wide', { of: other, amount: 10n })).toMatchObject(done);
  });
});

describe('nothing is paid', () => {
  test('while the vault is paused, and what is in it is withdrawn', async () => {
    await byOwner('setPaused', [true]);
    expect(await pay('paused')).toMatchObject(refused);
    expect(await byOwner('withdraw', [token, stranger, 5_000n])).toMatchObject(done);
    await byOwner('setPaused', [false]);
    expect(await pay('paused')).toMatchObject(refused);
    await onToken('mint', [vault, 100n]);
    expect(await pay('paused')).toMatchObject(done);
  });

  test('that does not arrive exactly: a fee, a vault that pays itself, nothing at all', async () => {
    await onToken('setFee', [10n]);
    expect(await pay('fee', { amount: 1_000n })).toMatchObject(refused);
    await onToken('setFee', [0n]);
    expect(await pay('itself', { to: vault })).toMatchObject(refused);
    expect(await pay('nothing', { amount: 0n })).toMatchObject(refused);
    expect(await pay('zero', { to: zeroAddress })).toMatchObject(refused);
    expect(await pay('no-token', { of: stranger })).toMatchObject(refused);
    const lying = await chain.deploy(chain.token('LyingToken'));
    await byOwner('setLimit', [lying, 1_000n]);
    expect(await pay('lies', { of: lying })).toMatchObject(refused);
  });

  test('to a payee whom the token blocks, and the key is paid once it does not', async () => {
    await onToken('freeze', [payee, true]);
    expect(await pay('blocked')).toMatchObject(refused);
    await onToken('freeze', [payee, false]);
    expect(await pay('blocked')).toMatchObject(done);
  });
});

test('a token that returns nothing is paid, as Tether is', async () => {
  const silent = await chain.deploy(chain.token('SilentToken'));
  await chain.send({ to: silent, abi: chain.token('SilentToken').abi, name: 'mint', args: [vault, 10n] });
  await byOwner('setLimit', [silent, 10n]);
  expect(await pay('silent', { of: silent, amount: 10n })).toMatchObject(done);
  expect(await balance(payee, silent)).toBe(10n);
});

test('coins that somebody forced into the vault are withdrawn; by themselves it takes none', async () => {
  const sent = chain.client.sendTransaction({ account: stranger, to: vault, value: 5n, gas: 100_000n });
  const { status } = await chain.client.waitForTransactionReceipt({ hash: await sent });
  expect(status).toBe('reverted');
  await chain.client.setBalance({ address: vault, value: 7n });
  const before = await chain.client.getBalance({ address: payee });
  expect(await byOwner('withdraw', [zeroAddress, payee, 7n])).toMatchObject(done);
  expect((await chain.client.getBalance({ address: payee })) - before).toBe(7n);
});

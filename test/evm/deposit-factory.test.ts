import { type Abi, type Address, type Hex, keccak256, parseEventLogs, toHex, zeroAddress } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deposit as depositContract } from '../../contracts/deposit.ts';
import { depositFactory } from '../../contracts/deposit-factory.ts';
import { type Chain, startChain } from './support/chain.ts';

const salt = (name: string): Hex => keccak256(toHex(name));
const coin = zeroAddress;

let chain: Chain;
let treasury: Address;
let second: Address;
let payer: Address;
let stranger: Address;
let factory: Address;
let token: Address;

beforeAll(async () => {
  chain = await startChain();
  [, treasury, second, payer, stranger] = chain.accounts as [Address, Address, Address, Address, Address];
  factory = await chain.factory(treasury, second);
  token = await chain.deploy(chain.token('TestToken'));
});

afterAll(() => chain.stop());

const { abi } = depositFactory;

const addressOf = (name: string, at = factory): Promise<Address> =>
  chain.client.readContract({ address: at, abi, functionName: 'addressOf', args: [salt(name)] });

const flushed = (name: string, of: Address, at = factory): Promise<bigint> =>
  chain.client.readContract({ address: at, abi, functionName: 'flushed', args: [salt(name), of] });

const flush = (
  names: readonly string[],
  of: Address,
  { from = stranger, gas = 150_000n * BigInt(names.length), at = factory } = {},
) => chain.send({ to: at, abi: abi as Abi, name: 'flush', args: [names.map(salt), of] }, { from, gas });

const testToken = () => chain.token('TestToken').abi;

const mint = (to: Address, amount: bigint, of = token) =>
  chain.send({ to: of, abi: testToken(), name: 'mint', args: [to, amount] });

const balance = (of: Address, at = token) =>
  chain.client.readContract({
    address: at,
    abi: testToken(),
    functionName: 'balanceOf',
    args: [of],
  }) as Promise<bigint>;

/** Pays the address of a name, before or after anything stands there. */
async function pay(name: string, amount: bigint, of = token, at = factory): Promise<void> {
  await mint(await addressOf(name, at), amount, of);
}

async function payCoin(name: string, value: bigint, at = factory): Promise<void> {
  const hash = await chain.client.sendTransaction({ account: payer, to: await addressOf(name, at), value });
  await chain.client.waitForTransactionReceipt({ hash });
}

describe('a deposit address', () => {
  test('is known before anything stands there, is another for every salt, and follows from factory, code and salt', async () => {
    expect(await addressOf('a')).toBe(await addressOf('a'));
    expect(await addressOf('a')).not.toBe(await addressOf('b'));
    expect(await chain.client.getCode({ address: await addressOf('a') })).toBeUndefined();
    const another = await chain.factory(treasury, second);
    expect(await addressOf('a', another)).not.toBe(await addressOf('a'));
  });

  test('is emptied to the treasury by anybody, as often as money comes, and the sum is counted', async () => {
    const before = await balance(treasury);
    await pay('often', 1_000_000n);
    const { logs } = await flush(['often'], token);
    expect(parseEventLogs({ abi, logs }).map(({ args }) => args)).toEqual([
      { salt: salt('often'), token, treasury, amount: 1_000_000n },
    ]);
    await pay('often', 7n);
    await pay('often', 1n);
    await flush(['often'], token);
    expect(await balance(treasury)).toBe(before + 1_000_008n);
    expect(await flushed('often', token)).toBe(1_000_008n);
    expect(await balance(await addressOf('often'))).toBe(0n);
  });

  test('of which nothing came is left alone: no code, no count, no event', async () => {
    const { isSuccess, logs } = await flush(['nothing'], token);
    expect({ isSuccess, logs }).toEqual({ isSuccess: true, logs: [] });
    expect(await chain.client.getCode({ address: await addressOf('nothing') })).toBeUndefined();
  });

  test('gives back the chain’s own coin, which came before and after something stands there', async () => {
    const before = await chain.client.getBalance({ address: treasury });
    await payCoin('coin', 5n);
    await flush(['coin'], coin);
    await payCoin('coin', 6n);
    await flush(['coin'], coin);
    expect((await chain.client.getBalance({ address: treasury })) - before).toBe(11n);
    expect(await flushed('coin', coin)).toBe(11n);
    expect(await flushed('coin', token)).toBe(0n);
  });

  test('takes no order from anybody but its factory', async () => {
    await pay('order', 5n);
    await flush(['order'], token);
    await pay('order', 5n);
    const deposit = await addressOf('order');
    const implementation = await chain.client.readContract({ address: factory, abi, functionName: 'implementation' });
    const order = {
      abi: depositContract.abi as Abi,
      name: 'flush',
      args: [token, 5n],
    };
    for (const to of [deposit, implementation]) {
      for (const from of [stranger, treasury]) {
        expect(await chain.send({ to, ...order }, { from })).toMatchObject({ isSuccess: false });
      }
    }
    expect(await balance(deposit)).toBe(5n);
  });
});

describe('the treasuries', () => {
  test('are two, and neither is zero', async () => {
    await expect(chain.factory(treasury, treasury)).rejects.toThrow();
    await expect(chain.factory(zeroAddress, treasury)).rejects.toThrow();
    await expect(chain.factory(treasury, zeroAddress)).rejects.toThrow();
  });

  test('no function changes anything but flush', () => {
    const changing = depositFactory.abi.filter(
      (entry) => entry.type === 'function' && entry.stateMutability !== 'view',
    );
    expect(changing.map((entry) => 'name' in entry && entry.name)).toEqual(['flush']);
  });

  test('the second takes what the first cannot: a frozen one, and one that refuses coins', async () => {
    const refusing = await chain.deploy(chain.token('TestTreasury'));
    const at = await chain.factory(refusing, second);
    await chain.send({ to: refusing, abi: chain.token('TestTreasury').abi, name: 'refuse', args: [true] });
    await chain.send({ to: token, abi: testToken(), name: 'freeze', args: [refusing, true] });
    await pay('second', 3n, token, at);
    await payCoin('second', 4n, at);
    const before = [await balance(second), await chain.client.getBalance({ address: second })] as const;
    await flush(['second'], token, { at });
    await flush(['second'], coin, { at });
    expect(await balance(second)).toBe(before[0] + 3n);
    expect(await chain.client.getBalance({ address: second })).toBe(before[1] + 4n);
    expect([await flushed('second', token, at), await flushed('second', coin, at)]).toEqual([3n, 4n]);
  });
});

describe('among many', () => {
  test('one whose money is frozen keeps no other, and is flushed once it is free', async () => {
    for (const name of ['many1', 'many2', 'many3']) await pay(name, 10n);
    const frozen = await addressOf('many2');
    await chain.send({ to: token, abi: testToken(), name: 'freeze', args: [frozen, true] });
    const { isSuccess } = await flush(['many1', 'many2', 'many3', 'many1', 'empty'], token);
    expect(isSuccess).toBe(true);
    expect([await flushed('many1', token), await flushed('many2', token), await flushed('many3', token)]).toEqual([
      10n,
      0n,
      10n,
    ]);
    expect(await balance(frozen)).toBe(10n);
    await chain.send({ to: token, abi: testToken(), name: 'freeze', args: [frozen, false] });
    await flush(['many2'], token);
    expect(await flushed('many2', token)).toBe(10n);
  });

  test('ten cost what they may', async () => {
    await pay('gas', 10n);
    const { gasUsed: alone } = await flush(['gas'], token);
    const ten = Array.from({ length: 10 }, (_, index) => `gas${index}`);
    for (const name of ten) await pay(name, 10n);
    const { gasUsed } = await flush(ten, token);
    expect(alone).toBeLessThan(115_000n);
    expect(gasUsed / 10n).toBeLessThan(85_000n);
  });
});

describe('tokens as they are', () => {
  test('one that returns nothing is moved', async () => {
    const silent = await chain.deploy(chain.token('SilentToken'));
    await pay('silent', 9n, silent);
    await flush(['silent'], silent);
    expect(await flushed('silent', silent)).toBe(9n);
    expect(await balance(treasury, silent)).toBe(9n);
  });

  test('one that switches a fee on: what left the address is counted, so that nothing that came is lost from the books', async () => {
    const taxed = await chain.deploy(chain.token('TestToken'));
    await pay('taxed', 10_000n, taxed);
    await chain.send({ to: taxed, abi: testToken(), name: 'setFee', args: [10n] });
    await flush(['taxed'], taxed, { gas: 300_000n });
    expect(await balance(treasury, taxed)).toBe(9_990n);
    expect((await flushed('taxed', taxed)) + (await balance(await addressOf('taxed'), taxed))).toBe(10_000n);
  });

  test('one that lies counts nothing, and what is no token moves nothing', async () => {
    const lying = await chain.deploy(chain.token('LyingToken'));
    expect(await flush(['lies'], lying)).toMatchObject({ isSuccess: true, logs: [] });
    expect(await flushed('lies', lying)).toBe(0n);
    expect(await flush(['lies'], stranger)).toMatchObject({ isSuccess: false });
  });

  test.each([
    ['before it moves, moves nothing', true, 0n],
    ['after it moved, moves once', false, 8n],
  ])('one that asks for the same flush within a flush, %s', async (name, isBefore, moved) => {
    const reentrant = await chain.deploy(chain.token('ReentrantToken'));
    await pay(name, 8n, reentrant);
    const aim = { to: reentrant, abi: chain.token('ReentrantToken').abi, name: 'aim' };
    await chain.send({ ...aim, args: [factory, salt(name), isBefore] });
    expect(await flush([name], reentrant, { gas: 1_000_000n })).toMatchObject({ isSuccess: true });
    expect([await balance(treasury, reentrant), await flushed(name, reentrant)]).toEqual([moved, moved]);
  });

  test('a treasury that asks for the same flush when it is paid takes the coin once', async () => {
    const asking = await chain.deploy(chain.token('TestTreasury'));
    const at = await chain.factory(asking, second);
    await chain.send({ to: asking, abi: chain.token('TestTreasury').abi, name: 'aim', args: [at, salt('ask')] });
    await payCoin('ask', 8n, at);
    expect(await flush(['ask'], coin, { at, gas: 1_000_000n })).toMatchObject({ isSuccess: true });
    expect(await chain.client.getBalance({ address: asking })).toBe(8n);
    expect(await flushed('ask', coin, at)).toBe(8n);
  });
});

test('with too little gas nothing is moved, and nothing is counted that was not', async () => {
  await pay('poor', 10n);
  const before = [await balance(treasury), await balance(second)];
  for (let gas = 30_000n; gas < 150_000n; gas += 4_000n) {
    const deposit = await addressOf('poor');
    await flush(['poor'], token, { gas }).catch(() => undefined);
    const [counted, left] = [await flushed('poor', token), await balance(deposit)];
    expect(counted + left).toBe(10n);
    if (counted > 0n) break;
  }
  expect(await flushed('poor', token)).toBe(10n);
  expect([await balance(treasury), await balance(second)]).toEqual([(before[0] ?? 0n) + 10n, before[1]]);
});

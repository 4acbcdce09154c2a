import fc from 'fast-check';
import { type Abi, type Address, type Hex, keccak256, toHex, zeroAddress } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deposit } from '../../contracts/deposit.ts';
import { depositFactory } from '../../contracts/deposit-factory.ts';
import { type Chain, startChain } from './support/chain.ts';

const salts = ['a', 'b', 'c', 'd'].map((name): Hex => keccak256(toHex(name)));
const factoryAbi = depositFactory.abi as Abi;

let chain: Chain;

beforeAll(async () => {
  chain = await startChain();
});

afterAll(() => chain.stop());

const anySalt = fc.nat(salts.length - 1);
const anyCaller = fc.integer({ min: 1, max: 9 });
const anyGas = fc.oneof(fc.integer({ min: 60_000, max: 300_000 }), fc.constant(2_000_000));

/** What anybody may do at any time. */
const anyStep = fc.oneof(
  fc.record({ kind: fc.constant('pay' as const), salt: anySalt, amount: fc.integer({ min: 0, max: 1_000_000 }) }),
  fc.record({ kind: fc.constant('payCoin' as const), salt: anySalt, amount: fc.integer({ min: 0, max: 1_000 }) }),
  fc.record({
    kind: fc.constant('flush' as const),
    salts: fc.array(anySalt, { maxLength: 6 }),
    isCoin: fc.boolean(),
    caller: anyCaller,
    gas: anyGas,
  }),
  fc.record({ kind: fc.constant('freeze' as const), salt: anySalt, isFrozen: fc.boolean() }),
  fc.record({ kind: fc.constant('freezeTreasury' as const), isFrozen: fc.boolean() }),
  fc.record({ kind: fc.constant('order' as const), salt: anySalt, caller: anyCaller, isImplementation: fc.boolean() }),
);
type Step = typeof anyStep extends fc.Arbitrary<infer S> ? S : never;

/** A factory of its own, with a token that can freeze addresses, and what was ever paid. */
async function scene() {
  const [, , , , , , , , first, second] = chain.accounts as Address[];
  if (!first || !second) throw new Error('the node has ten accounts');
  const factory = await chain.factory(first, second);
  const token = await chain.deploy(chain.token('TestToken'));
  const tokenAbi = chain.token('TestToken').abi;
  const paid = new Map<string, bigint>();
  const read = (name: string, ...args: unknown[]) =>
    chain.client.readContract({ address: factory, abi: factoryAbi, functionName: name, args });
  const addressOf = (salt: Hex) => read('addressOf', salt) as Promise<Address>;
  const balance = (of: Address, isCoin: boolean) =>
    isCoin
      ? chain.client.getBalance({ address: of })
      : (chain.client.readContract({
          address: token,
          abi: tokenAbi,
          functionName: 'balanceOf',
          args: [of],
        }) as Promise<bigint>);
  const treasuries = async (isCoin: boolean) => (await balance(first, isCoin)) + (await balance(second, isCoin));
  const before = { token: await treasuries(false), coin: await treasuries(true) };
  const note = (salt: Hex, isCoin: boolean, amount: number) => {
    const key = `${salt} ${isCoin}`;
    paid.set(key, (paid.get(key) ?? 0n) + BigInt(amount));
  };

  /** Acts. A flush that has gas enough for its worst case has to succeed, whatever is frozen. */
  async function act(step: Step): Promise<void> {
    const caller = (index: number) => chain.accounts[index % 8] as Address;
    if (step.kind === 'pay') {
      const to = await addressOf(salts[step.salt] as Hex);
      const { isSuccess } = await chain.send({
        to: token,
        abi: tokenAbi,
        name: 'mint',
        args: [to, BigInt(step.amount)],
      });
      if (isSuccess) note(salts[step.salt] as Hex, false, step.amount);
    } else if (step.kind === 'payCoin') {
      const to = await addressOf(salts[step.salt] as Hex);
      const hash = await chain.client.sendTransaction({ account: caller(0), to, value: BigInt(step.amount) });
      await chain.client.waitForTransactionReceipt({ hash });
      note(salts[step.salt] as Hex, true, step.amount);
    } else if (step.kind === 'flush') {
      const args = [step.salts.map((index) => salts[index]), step.isCoin ? zeroAddress : token];
      const sent = chain.send(
        { to: factory, abi: factoryAbi, name: 'flush', args },
        { from: caller(step.caller), gas: BigInt(step.gas) },
      );
      const { isSuccess } = await sent;
      if (step.gas === 2_000_000) expect(isSuccess).toBe(true);
    } else if (step.kind === 'freeze') {
      const args = [await addressOf(salts[step.salt] as Hex), step.isFrozen];
      await chain.send({ to: token, abi: tokenAbi, name: 'freeze', args });
    } else if (step.kind === 'freezeTreasury') {
      await chain.send({ to: token, abi: tokenAbi, name: 'freeze', args: [first, step.isFrozen] });
    } else {
      const to = step.isImplementation ? await read('implementation') : await addressOf(salts[step.salt] as Hex);
      const order = { to: to as Address, abi: deposit.abi as Abi, name: 'flush', args: [token, 1n] };
      const hasCode = (await chain.client.getCode({ address: order.to })) !== undefined;
      const { isSuccess } = await chain.send(order, { from: caller(step.caller) });
      if (hasCode) expect(isSuccess).toBe(false);
    }
  }

  /** Nothing that came is lost from the books, and what left an address is with a treasury. */
  async function expectSound(): Promise<void> {
    expect([await read('treasury'), await read('secondTreasury')]).toEqual([first, second]);
    for (const isCoin of [false, true]) {
      let sum = 0n;
      for (const salt of salts) {
        const counted = (await read('flushed', salt, isCoin ? zeroAddress : token)) as bigint;
        expect(counted + (await balance(await addressOf(salt), isCoin))).toBe(paid.get(`${salt} ${isCoin}`) ?? 0n);
        sum += counted;
      }
      expect((await treasuries(isCoin)) - (isCoin ? before.coin : before.token)).toBe(sum);
    }
  }

  return { act, expectSound };
}

test('whoever calls whatever in any order: what came is counted or still there, and what left is with a treasury', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 25 }), async (steps) => {
      const { act, expectSound } = await scene();
      for (const step of steps) await act(step);
      await expectSound();
    }),
    { numRuns: 40 },
  );
});

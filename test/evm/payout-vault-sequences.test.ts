import fc from 'fast-check';
import { type Abi, type Address, type Hex, keccak256, toHex } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { payoutVault } from '../../contracts/payout-vault.ts';
import type { CompiledContract } from '../../scripts/contracts/compile.ts';
import { type Chain, startChain } from './support/chain.ts';

const keys = ['a', 'b', 'c', 'd', 'e'].map((name): Hex => keccak256(toHex(name)));
const vaultAbi = payoutVault.abi as Abi;
const daySeconds = 86_400n;

let chain: Chain;

beforeAll(async () => {
  chain = await startChain();
});

afterAll(() => chain.stop());

const anyCaller = fc.nat(5);
const anyAmount = fc.integer({ min: 0, max: 400 });

/** What anybody may try at any time. Callers 0 and 1 are the first owner and the first signer. */
const anyStep = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('pay' as const),
      key: fc.nat(keys.length - 1),
      amount: anyAmount,
      to: fc.nat(5),
      caller: fc.oneof(fc.constant(1), anyCaller),
      validFor: fc.integer({ min: -2, max: 60 }),
    }),
  },
  fc.record({ kind: fc.constant('setPaused' as const), isPaused: fc.boolean(), caller: anyCaller }),
  fc.record({ kind: fc.constant('setLimit' as const), limit: fc.integer({ min: 0, max: 1_000 }), caller: anyCaller }),
  fc.record({ kind: fc.constant('setSigner' as const), signer: anyCaller, caller: anyCaller }),
  fc.record({ kind: fc.constant('withdraw' as const), amount: anyAmount, to: fc.nat(5), caller: anyCaller }),
  fc.record({ kind: fc.constant('transferOwnership' as const), to: anyCaller, caller: anyCaller }),
  fc.record({ kind: fc.constant('acceptOwnership' as const), caller: anyCaller }),
  fc.record({ kind: fc.constant('freeze' as const), account: fc.nat(5), isFrozen: fc.boolean() }),
  fc.record({ kind: fc.constant('setFee' as const), fee: fc.constantFrom(0, 0, 100) }),
  fc.record({ kind: fc.constant('fill' as const), amount: fc.integer({ min: 1, max: 800 }) }),
  fc.record({ kind: fc.constant('tomorrow' as const) }),
);
type Step = typeof anyStep extends fc.Arbitrary<infer S> ? S : never;

/** A vault of its own, and beside it what the rules say: by whom it is governed, what it has paid and what it may. */
async function scene() {
  const [owner, signer] = chain.accounts as [Address, Address];
  const vault = await chain.deploy(payoutVault as unknown as CompiledContract, owner, signer);
  const token = await chain.deploy(chain.token('TestToken'));
  const tokenAbi = chain.token('TestToken').abi;
  const rules = {
    owner: 0,
    pendingOwner: -1,
    signer: 1,
    isPaused: false,
    limit: 0n,
    spent: 0n,
    day: 0n,
    fee: 0,
    frozen: new Set<number>(),
    paid: new Map<string, bigint>(),
    held: 0n,
    balances: new Map<number, bigint>(),
  };
  const account = (index: number) => chain.accounts[index] as Address;
  const onToken = (name: string, ...args: unknown[]) => chain.send({ to: token, abi: tokenAbi, name, args });
  const call = (name: string, caller: number, ...args: unknown[]) =>
    chain.send({ to: vault, abi: vaultAbi, name, args }, { from: account(caller) });
  const add = (index: number, amount: bigint) => rules.balances.set(index, (rules.balances.get(index) ?? 0n) + amount);
  const isMovable = (to: number, amount: bigint) => amount <= rules.held && !rules.frozen.has(to);

  async function pay(step: Extract<Step, { kind: 'pay' }>): Promise<void> {
    const { timestamp } = await chain.client.getBlock();
    const [at, amount, key] = [timestamp + 1n, BigInt(step.amount), keys[step.key] as Hex];
    const [day, validUntil] = [at / daySeconds, at + BigInt(step.validFor)];
    await chain.client.setNextBlockTimestamp({ timestamp: at });
    const sent = await call('pay', step.caller, key, token, account(step.to), amount, validUntil);
    const spent = (rules.day === day ? rules.spent : 0n) + amount;
    const isAllowed = step.caller === rules.signer && !rules.isPaused && !rules.paid.has(key) && step.validFor >= 0;
    const arrives = (amount * BigInt(rules.fee)) / 10_000n === 0n && isMovable(step.to, amount);
    const expected = isAllowed && amount > 0n && spent <= rules.limit && arrives;
    expect(sent.isSuccess, JSON.stringify(step)).toBe(expected);
    if (!expected) return;
    rules.paid.set(key, amount);
    Object.assign(rules, { spent, day, held: rules.held - amount });
    add(step.to, amount);
  }

  /** Acts, and expects what the rules say of it. */
  async function act(step: Step): Promise<void> {
    if (step.kind === 'pay') return pay(step);
    if (step.kind === 'freeze') {
      await onToken('freeze', account(step.account), step.isFrozen);
      rules.frozen[step.isFrozen ? 'add' : 'delete'](step.account);
    } else if (step.kind === 'setFee') {
      await onToken('setFee', BigInt(step.fee));
      rules.fee = step.fee;
    } else if (step.kind === 'fill') {
      await onToken('mint', vault, BigInt(step.amount));
      rules.held += BigInt(step.amount);
    } else if (step.kind === 'tomorrow') {
      await chain.client.increaseTime({ seconds: Number(daySeconds) });
      await chain.client.mine({ blocks: 1 });
    } else {
      await govern(step);
    }
  }

  async function govern(step: Exclude<Step, { kind: 'pay' | 'freeze' | 'setFee' | 'fill' | 'tomorrow' }>) {
    const isOwner = step.caller === rules.owner;
    if (step.kind === 'setPaused') {
      expect((await call('setPaused', step.caller, step.isPaused)).isSuccess).toBe(isOwner);
      if (isOwner) rules.isPaused = step.isPaused;
    } else if (step.kind === 'setLimit') {
      expect((await call('setLimit', step.caller, token, BigInt(step.limit))).isSuccess).toBe(isOwner);
      if (isOwner) rules.limit = BigInt(step.limit);
    } else if (step.kind === 'setSigner') {
      const expected = isOwner && step.signer !== rules.owner;
      expect((await call('setSigner', step.caller, account(step.signer))).isSuccess).toBe(expected);
      if (expected) rules.signer = step.signer;
    } else if (step.kind === 'withdraw') {
      const amount = BigInt(step.amount);
      const expected = isOwner && isMovable(step.to, amount);
      expect((await call('withdraw', step.caller, token, account(step.to), amount)).isSuccess).toBe(expected);
      if (!expected) return;
      rules.held -= amount;
      add(step.to, amount - (amount * BigInt(rules.fee)) / 10_000n);
    } else if (step.kind === 'transferOwnership') {
      expect((await call('transferOwnership', step.caller, account(step.to))).isSuccess).toBe(isOwner);
      if (isOwner) rules.pendingOwner = step.to;
    } else {
      const expected = step.caller === rules.pendingOwner && step.caller !== rules.signer;
      expect((await call('acceptOwnership', step.caller)).isSuccess).toBe(expected);
      if (expected) Object.assign(rules, { owner: step.caller, pendingOwner: -1 });
    }
  }

  /** Each key was paid once or never, nobody has more than was paid or withdrawn, and the vault has the rest. */
  async function expectSound(): Promise<void> {
    const read = (name: string, ...args: unknown[]) =>
      chain.client.readContract({ address: vault, abi: vaultAbi, functionName: name, args });
    const balance = (of: Address) =>
      chain.client.readContract({ address: token, abi: tokenAbi, functionName: 'balanceOf', args: [of] });
    for (const key of keys) expect(await read('paid', key)).toBe(rules.paid.has(key));
    for (let index = 0; index < 6; index += 1)
      expect(await balance(account(index))).toBe(rules.balances.get(index) ?? 0n);
    expect(await balance(vault)).toBe(rules.held);
    const paidLogs = await chain.client.getContractEvents({
      address: vault,
      abi: vaultAbi,
      eventName: 'Paid',
      fromBlock: 0n,
    });
    expect(paidLogs).toHaveLength(rules.paid.size);
    expect([await read('owner'), await read('signer')]).toEqual([account(rules.owner), account(rules.signer)]);
  }

  return { act, expectSound };
}

test('whoever calls whatever in any order: a key is paid once, by the signer alone, and only the owner governs', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 10, maxLength: 40 }), async (steps) => {
      const { act, expectSound } = await scene();
      await act({ kind: 'fill', amount: 800 });
      await act({ kind: 'setLimit', limit: 700, caller: 0 });
      for (const step of steps) await act(step);
      await expectSound();
    }),
    { numRuns: 40 },
  );
});

import type { Abi, Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { depositFactory } from '../../contracts/deposit-factory.ts';
import type { FlushReport } from '../../shared/ports/deposit-chain.ts';
import { depositSalt } from '../../shared/providers/evm/deposit-contracts.ts';
import { flushDeposits } from '../../shared/providers/evm/flushing/flush-deposits.ts';
import {
  type FlushableChain,
  type SendingPlace,
  startFlushableChain,
  startSendingPlace,
} from './support/sending-place.ts';

let chain: FlushableChain;

beforeAll(async () => {
  chain = await startFlushableChain();
});

afterAll(() => chain.stop());

const amount = 5_000_000n;

/** @returns payouts, for whose deposits money has come */
async function paid(name: string, count = 1, each = amount): Promise<[string, ...string[]]> {
  const payoutIds = Array.from({ length: count }, (_, index) => `${name} ${index}`);
  for (const payoutId of payoutIds) await chain.pay(payoutId, each);
  await chain.finalize();
  return payoutIds as [string, ...string[]];
}

function flush(
  { runtime, sender }: SendingPlace,
  payoutIds: readonly string[],
  worthwhile = 1_000_000n,
): Promise<FlushReport | undefined> {
  const { factory, tokenAt: token } = chain;
  return flushDeposits(runtime, { sender, factory }, { token, payoutIds, worthwhile });
}

const statuses = (report: FlushReport | undefined) => report?.deposits.map(({ status }) => status);

/** Gas of each transaction that the place has sent, in the order of their nonces. */
async function gasOf(place: SendingPlace): Promise<bigint[]> {
  const hashes = (await place.rows()).flatMap(({ minedHash }) => (minedHash ? [minedHash as Hex] : []));
  const receipts = await Promise.all(hashes.map((hash) => chain.client.getTransactionReceipt({ hash })));
  return receipts.map(({ gasUsed }) => gasUsed);
}

describe('a deposit', () => {
  test('is flushed by one transaction, which is over when its block is final', async () => {
    const place = await startSendingPlace(chain);
    const [payoutId] = await paid('once');
    expect(await flush(place, [payoutId])).toEqual({
      deposits: [{ payoutId, flushed: 0n, held: amount, status: 'sent' }],
    });
    expect(statuses(await flush(place, [payoutId]))).toEqual(['sent']);
    await chain.client.mine({ blocks: 1 });
    expect(statuses(await flush(place, [payoutId]))).toEqual(['sent']);
    await chain.finalize();
    const over = { deposits: [{ payoutId, flushed: amount, held: 0n, status: 'flushed' }] };
    expect(await flush(place, [payoutId])).toEqual(over);
    expect(await flush(place, [payoutId])).toEqual(over);
    expect(await place.rows()).toMatchObject([{ nonce: 0, state: 'succeeded' }]);
    expect((await gasOf(place))[0]).toBeLessThanOrEqual(115_000n);
  });

  test('is flushed again when more has come', async () => {
    const place = await startSendingPlace(chain);
    const payoutIds = await paid('again', 1);
    await flush(place, payoutIds);
    await chain.finalize();
    await paid('again', 1);
    await flush(place, payoutIds);
    await chain.finalize();
    expect(await flush(place, payoutIds)).toMatchObject({ deposits: [{ flushed: 2n * amount, status: 'flushed' }] });
  });

  test('that a stranger has flushed is left alone', async () => {
    const place = await startSendingPlace(chain);
    const payoutIds = await paid('stranger', 1);
    await flushByHand(payoutIds);
    expect(statuses(await flush(place, payoutIds))).toEqual(['flushed']);
    expect(await place.rows()).toEqual([]);
  });

  test('with less than its flush costs is left, and flushed once there is more', async () => {
    const place = await startSendingPlace(chain);
    const [payoutId] = await paid('dust', 1, 999_999n);
    expect(statuses(await flush(place, [payoutId]))).toEqual(['left']);
    expect(await place.rows()).toEqual([]);
    await paid('dust', 1, 1n);
    expect(statuses(await flush(place, [payoutId]))).toEqual(['sent']);
  });

  test('that is held back is left where it is, and known to be flushed once somebody else has flushed it', async () => {
    const place = await startSendingPlace(chain);
    const [payoutId] = await paid('held back');
    const { factory, tokenAt: token } = chain;
    const order = { token, payoutIds: [payoutId], worthwhile: 1n, heldBack: new Set([payoutId]) };
    const look = () => flushDeposits(place.runtime, { sender: place.sender, factory }, order);
    expect(statuses(await look())).toEqual(['left']);
    expect(await place.rows()).toEqual([]);
    await flushByHand([payoutId]);
    expect(statuses(await look())).toEqual(['flushed']);
  });

  test('that no treasury would take is stuck, and costs nothing until one would', async () => {
    const place = await startSendingPlace(chain);
    const [payoutId] = await paid('frozen before');
    await chain.call('freeze', chain.depositOf(payoutId), true);
    await chain.finalize();
    expect(statuses(await flush(place, [payoutId]))).toEqual(['stuck']);
    expect(await place.rows()).toEqual([]);
    await chain.call('freeze', chain.depositOf(payoutId), false);
    await chain.finalize();
    expect(statuses(await flush(place, [payoutId]))).toEqual(['sent']);
  });

  test('goes to the second treasury where the first is frozen', async () => {
    const place = await startSendingPlace(chain);
    const payoutIds = await paid('second', 1);
    const [treasury, secondTreasury] = chain.treasuries;
    const before = await chain.tokensOf(secondTreasury);
    await chain.call('freeze', treasury, true);
    await chain.finalize();
    await flush(place, payoutIds);
    await chain.finalize();
    expect(statuses(await flush(place, payoutIds))).toEqual(['flushed']);
    expect(await chain.tokensOf(secondTreasury)).toBe(before + amount);
    await chain.call('freeze', treasury, false);
  });
});

describe('ten deposits', () => {
  test('are flushed together, and one that cannot move keeps no other', async () => {
    const place = await startSendingPlace(chain);
    const payoutIds = await paid('ten', 10);
    const before = await chain.tokensOf(chain.treasuries[0]);
    const bad = payoutIds[4] ?? '';
    // Another payer freezes it in the block of the flush, or just before.
    expect(statuses(await flush(place, payoutIds))).toEqual(Array(10).fill('sent'));
    await freezeFirst(bad);
    await chain.finalize();
    expect(statuses(await flush(place, payoutIds))).toEqual(
      payoutIds.map((payoutId) => (payoutId === bad ? 'stuck' : 'flushed')),
    );
    expect(await place.rows()).toMatchObject([{ state: 'succeeded' }]);
    expect(await chain.tokensOf(chain.treasuries[0])).toBe(before + 9n * amount);
    expect(await chain.tokensOf(chain.depositOf(bad))).toBe(amount);
  });

  test('cost 85,000 gas each at most', async () => {
    const place = await startSendingPlace(chain);
    const payoutIds = await paid('gas', 10);
    await flush(place, payoutIds);
    await chain.finalize();
    expect(statuses(await flush(place, payoutIds))).toEqual(Array(10).fill('flushed'));
    const [gas = 0n] = await gasOf(place);
    expect(gas / 10n).toBeLessThanOrEqual(85_000n);
  });

  test('and more are flushed in groups of ten, and what is asked for beside an open one is sent alone', async () => {
    const place = await startSendingPlace(chain);
    const payoutIds = await paid('groups', 23);
    await flush(place, payoutIds.slice(0, 12));
    expect((await place.rows()).map(({ purposes }) => purposes.length)).toEqual([10, 2]);
    expect(statuses(await flush(place, payoutIds))).toEqual(Array(23).fill('sent'));
    expect((await place.rows()).map(({ purposes }) => purposes.length)).toEqual([10, 2, 10, 1]);
    await chain.finalize();
    expect(statuses(await flush(place, payoutIds))).toEqual(Array(23).fill('flushed'));
  });

  test('are fifty at most, each once', async () => {
    const place = await startSendingPlace(chain);
    const payoutIds = Array.from({ length: 51 }, (_, index) => `${index}`);
    await expect(flush(place, payoutIds)).rejects.toThrow('fifty payouts at most');
    await expect(flush(place, ['twice', 'twice'])).rejects.toThrow('each once');
  });
});

describe('a flush that is not mined', () => {
  test('gives way to a transaction of nothing once a stranger has flushed, so that what is behind it gets on', async () => {
    const place = await startSendingPlace(chain);
    const [first, second = ''] = await paid('overtaken', 2);
    await flush(place, [first]);
    const [sent] = await place.rows();
    await flush(place, [second]);
    await chain.client.dropTransaction({ hash: sent?.versions[0]?.hash as Hex });
    await flushByHand([first]);
    expect(statuses(await flush(place, [first, second]))).toEqual(['flushed', 'sent']);
    await chain.client.dropTransaction({ hash: sent?.versions[0]?.hash as Hex });
    place.advance(place.sender.rules.raiseAfterMs);
    await flush(place, [second]);
    const [filled] = await place.rows();
    expect(filled?.versions).toMatchObject([{}, { isFiller: true }]);
    await chain.finalize();
    expect(statuses(await flush(place, [first, second]))).toEqual(['flushed', 'flushed']);
    expect(await place.rows()).toMatchObject([
      { nonce: 0, state: 'succeeded', minedHash: filled?.versions[1]?.hash },
      { nonce: 1, state: 'succeeded' },
    ]);
  });

  test('for an hour is given up, and what it was for is sent anew', async () => {
    const place = await startSendingPlace(chain);
    const payoutIds = await paid('never mined', 1);
    await flush(place, payoutIds);
    place.advance(60 * 60 * 1000);
    await flush(place, payoutIds);
    place.advance(place.sender.rules.raiseAfterMs);
    await flush(place, payoutIds);
    expect(await place.rows()).toMatchObject([{ versions: [{}, {}, { isFiller: true }] }]);
    expect(place.log.lines).toContainEqual(
      expect.objectContaining({ level: 'error', message: 'a transaction is not mined' }),
    );
    await chain.finalize();
    expect(statuses(await flush(place, payoutIds))).toEqual(['sent']);
    await chain.finalize();
    expect(statuses(await flush(place, payoutIds))).toEqual(['flushed']);
    expect(await place.rows()).toMatchObject([{ nonce: 0 }, { nonce: 1, state: 'succeeded' }]);
  });
});

/** A flush by somebody else, in a final block. */
async function flushByHand(payoutIds: readonly string[]): Promise<void> {
  await chain.client.setAutomine(true);
  await chain.send({
    to: chain.factory,
    abi: depositFactory.abi as unknown as Abi,
    name: 'flush',
    args: [payoutIds.map(depositSalt), chain.tokenAt],
  });
  await chain.client.setAutomine(false);
  await chain.finalize();
}

/** Freezes a deposit in the next block, before whatever waits there. */
async function freezeFirst(payoutId: string): Promise<void> {
  const [account] = chain.accounts;
  const { abi } = chain.token('TestToken');
  await chain.client.writeContract({
    address: chain.tokenAt,
    abi: abi as Abi,
    functionName: 'freeze',
    args: [chain.depositOf(payoutId), true],
    account: account as Hex,
    gas: 100_000n,
    maxPriorityFeePerGas: 10n ** 11n,
    maxFeePerGas: 10n ** 12n,
  });
}

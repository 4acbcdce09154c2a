import { encodeFunctionData, keccak256, toHex } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { payoutVault } from '../../contracts/payout-vault.ts';
import { vaultWork } from '../../shared/connections/vault-work.ts';
import { dueRef } from '../../shared/journal/due/due-work.ts';
import { startTamperingNode } from './support/tampering-node.ts';
import { inToken, newPayee, startVaultChain, type VaultChain, VaultPlace } from './support/vault-place.ts';

const minuteMs = 60_000;
const failed = { status: 'failed', failureCode: 'account_cannot_receive', fundsReturned: true };

let chain: VaultChain;
let place: VaultPlace;
let payee: ReturnType<typeof newPayee>;
let payees = 0;

beforeAll(async () => {
  chain = await startVaultChain();
});

afterAll(() => chain.stop());

beforeEach(async () => {
  payees += 1;
  payee = newPayee(payees);
  place = await VaultPlace.start(chain);
});

afterEach(() => place.stop());

const paidOnce = () => [{ to: payee, amount: inToken(5_00n) }];
const status = async (key = 'payout_1') => (await place.status(key)).status;

describe('a payout to a wallet', () => {
  test('is pending, then processing from its signature on, and completed by a final block', async () => {
    expect(await place.submit('payout_1', { to: payee })).toMatchObject({ status: 'pending' });
    await place.step();
    expect(await status()).toBe('processing');
    await chain.mine();
    await place.step();
    expect(await status()).toBe('processing');
    await chain.finalize();
    await place.step();
    expect(await status()).toBe('completed');
    expect(await place.paid()).toEqual(paidOnce());
    expect(await chain.balanceOf(payee)).toBe(inToken(5_00n));
  });

  test('that waits for long is asked about less and less often, and never more than a minute late', async () => {
    const recheck = async () => ((await place.status('payout_1')) as { readonly recheckInMs: number }).recheckInMs;
    await place.submit('payout_1', { to: payee });
    expect(await recheck()).toBe(3_000);
    await chain.advance(10 * minuteMs);
    expect(await recheck()).toBeGreaterThanOrEqual(30_000);
    await chain.advance(24 * 60 * minuteMs);
    expect(await recheck()).toBe(60_000);
  });

  test('that is submitted again, also at an operator’s word, is paid once', async () => {
    await place.submit('payout_1', { to: payee });
    await place.steps();
    expect(await place.submit('payout_1', { to: payee })).toMatchObject({ status: 'completed' });
    const again = { ...place.instruction('payout_1', { to: payee }), resend: true } as const;
    expect(await place.rail().submit(again, chain.now())).toMatchObject({ status: 'completed' });
    await place.step();
    expect(await place.waiting()).toEqual([]);
    expect(await place.paid()).toEqual(paidOnce());
  });

  test('keeps its payee and amount', async () => {
    await place.submit('payout_1', { to: payee });
    const other = place.instruction('payout_1', { to: newPayee(99) });
    await expect(place.rail().submit(other, chain.now())).rejects.toThrow('another payee or amount');
  });

  test('has work for the vault, which a restore does not take away for long', async () => {
    const work = () => place.store.get(dueRef(vaultWork(place.connectionId)));
    await place.submit('payout_1', { to: payee });
    expect(await work()).toMatchObject({ kind: 'vaults', resourceId: place.connectionId });
    await place.store.remove(dueRef(vaultWork(place.connectionId)), {});
    await place.status('payout_1');
    expect(await work()).toMatchObject({ kind: 'vaults', resourceId: place.connectionId });
  });

  test('is one of more than a hundred, each paid once', async () => {
    const keys = Array.from({ length: 103 }, (_, index) => `payout_${index}`);
    for (const key of keys) await place.submit(key, { to: payee });
    await place.steps(30);
    expect(await place.paid()).toHaveLength(keys.length);
    expect(await chain.balanceOf(payee)).toBe(inToken(5_00n) * BigInt(keys.length));
    for (const key of keys) expect(await status(key)).toBe('completed');
  }, 120_000);

  test('is listed after a restore with what has become of it', async () => {
    await place.submit('payout_1', { to: payee });
    const listed = async () => (await allSince()).map(({ key, news }) => [key, news.status]);
    expect(await listed()).toEqual([['payout_1', 'pending']]);
    await place.steps();
    expect(await listed()).toEqual([['payout_1', 'completed']]);
  });
});

async function allSince() {
  const records = [];
  for (let page: string | undefined = ''; page !== undefined; ) {
    const answer = await place.rail().since(0, chain.now(), page || undefined);
    records.push(...answer.records);
    page = answer.next;
  }
  return records;
}

describe('what delays a payout and fails none:', () => {
  const alarms = () => place.log.lines.filter(({ level }) => level === 'error').length;

  const waits = async () => {
    await place.step();
    await chain.finalize();
    await place.step();
    expect(await place.waiting()).toEqual([]);
    expect(await status()).toBe('pending');
    expect(alarms()).toBeGreaterThan(0);
  };

  const isPaid = async () => {
    await chain.finalize();
    await place.steps();
    expect(await status()).toBe('completed');
    expect(await place.paid()).toEqual(paidOnce());
  };

  test('a vault that is paused', async () => {
    await place.govern('setPaused', true);
    await chain.finalize();
    await place.submit('payout_1', { to: payee });
    await waits();
    await place.govern('setPaused', false);
    await isPaid();
  });

  test('an empty vault', async () => {
    await place.govern('withdraw', chain.dollar, place.owner, await chain.balanceOf(place.vault));
    await chain.finalize();
    await place.submit('payout_1', { to: payee });
    await waits();
    await chain.onDollar('mint', place.vault, inToken(5_00n));
    await isPaid();
  });

  test('another signer in the vault, and then the former one again', async () => {
    await place.govern('setSigner', newPayee(1_000));
    await chain.finalize();
    await place.submit('payout_1', { to: payee });
    await waits();
    await place.govern('setSigner', place.signer.address);
    await isPaid();
  });

  test('the day’s limit, until the next day', async () => {
    await place.govern('setLimit', chain.dollar, inToken(7_00n));
    await chain.finalize();
    await place.submit('payout_0', { to: newPayee(2_000 + payees) });
    await place.steps();
    await place.submit('payout_1', { to: payee });
    await waits();
    await chain.advance(24 * 60 * minuteMs);
    await chain.finalize();
    await place.steps();
    expect(await status()).toBe('completed');
    expect(await place.paid()).toHaveLength(2);
  });

  test('a poor signer', async () => {
    await chain.client.setBalance({ address: place.signer.address, value: 1n });
    await place.submit('payout_1', { to: payee });
    await place.step();
    expect(await place.waiting()).toEqual([]);
    expect(alarms()).toBeGreaterThan(0);
    await chain.client.setBalance({ address: place.signer.address, value: 10n ** 18n });
    await isPaid();
  });

  test('a halted connection', async () => {
    await place.halt('2026-11-27T00:00:00.000Z');
    await place.submit('payout_1', { to: payee });
    await place.step();
    expect(await place.waiting()).toEqual([]);
    expect(await status()).toBe('pending');
    await place.halt(undefined);
    await isPaid();
  });

  test('a fee that the token keeps', async () => {
    await chain.onDollar('setFee', 10n);
    await chain.finalize();
    try {
      await place.submit('payout_1', { to: payee });
      for (let step = 0; step < 4; step += 1) {
        await place.step();
        await chain.advance(20 * minuteMs);
        await chain.finalize();
      }
      expect((await place.status('payout_1')).status).not.toBe('failed');
      expect(await place.paid()).toEqual([]);
    } finally {
      await chain.onDollar('setFee', 0n);
    }
    await isPaid();
  });

  test('money for one of two', async () => {
    await place.govern('withdraw', chain.dollar, place.owner, (await chain.balanceOf(place.vault)) - inToken(7_00n));
    await chain.finalize();
    await place.submit('payout_1', { to: payee });
    await place.submit('payout_2', { to: payee });
    await place.step();
    // What the first takes is counted before it is mined, so that the second costs no gas for nothing.
    expect(await place.waiting()).toHaveLength(1);
    await chain.finalize();
    await place.step();
    expect(await place.paid()).toEqual(paidOnce());
    await chain.onDollar('mint', place.vault, inToken(5_00n));
    await chain.finalize();
    await place.steps();
    expect(await place.paid()).toHaveLength(2);
  });
});

describe('a payee whom the token blocks', () => {
  const block = (isFrozen: boolean) => chain.onDollar('freeze', payee, isFrozen);

  test('fails the payout when nothing was signed', async () => {
    await block(true);
    await chain.finalize();
    await place.submit('payout_1', { to: payee });
    await place.step();
    expect(await place.status('payout_1')).toEqual(failed);
    await block(false);
    await chain.finalize();
    await place.step();
    expect(await place.waiting()).toEqual([]);
    expect(await place.submit('payout_1', { to: payee })).toEqual(failed);
    expect(await place.paid()).toEqual([]);
  });

  test('fails it only once the signature has ended by a final block, and nothing pays afterwards', async () => {
    await place.submit('payout_1', { to: payee });
    await place.step();
    const [hash] = await place.waiting();
    await chain.onDollarFirst('freeze', payee, true);
    await chain.finalize();
    const receipt = await chain.client.getTransactionReceipt({ hash: hash as `0x${string}` });
    expect(receipt.status).toBe('reverted');
    await place.step();
    await chain.finalize();
    await place.step();
    expect(await status()).toBe('processing');
    await chain.advance(31 * minuteMs);
    // Time alone ends nothing: no final block is later yet.
    await place.step();
    expect(await status()).toBe('processing');
    await chain.finalize();
    await place.step();
    expect(await place.status('payout_1')).toEqual(failed);
    await block(false);
    await chain.finalize();
    await place.step();
    expect(await place.waiting()).toEqual([]);
    expect(await place.paid()).toEqual([]);
  });

  test('is paid when it is unblocked before that', async () => {
    await place.submit('payout_1', { to: payee });
    await place.step();
    await chain.onDollarFirst('freeze', payee, true);
    await chain.finalize();
    expect(await place.paid()).toEqual([]);
    await place.step();
    expect(await status()).toBe('processing');
    await block(false);
    await chain.finalize();
    await place.steps();
    expect(await status()).toBe('completed');
    expect(await place.paid()).toEqual(paidOnce());
  });

  test('ends in the same way after the payments table was lost', async () => {
    await block(true);
    await chain.finalize();
    await place.submit('payout_1', { to: payee });
    await place.step();
    await place.losePayments();
    await block(false);
    await chain.finalize();
    expect(await place.status('payout_1')).toEqual(failed);
    await place.step();
    expect(await place.waiting()).toEqual([]);
    expect((await allSince()).map(({ news }) => news)).toEqual([failed]);
  });
});

describe('a signer’s nonces', () => {
  test('that were used by hand make it sign anew', async () => {
    await place.submit('payout_1', { to: payee });
    await chain.client.setAutomine(true);
    const bytes = await place.signer.signTransaction({
      chainId: chain.client.chain.id,
      type: 'eip1559',
      nonce: 0,
      to: place.signer.address,
      gas: 21_000n,
      maxFeePerGas: 10n ** 10n,
    });
    await chain.client.sendRawTransaction({ serializedTransaction: bytes });
    await chain.client.setAutomine(false);
    await place.steps();
    expect(await place.paid()).toEqual(paidOnce());
  });

  test('do not pay twice, although a restore has lost all of them', async () => {
    await place.submit('payout_1', { to: payee });
    await place.step();
    await place.losePayments();
    await place.status('payout_1');
    await place.step();
    await chain.finalize();
    await place.steps();
    expect(await place.paid()).toEqual(paidOnce());
    expect(await status()).toBe('completed');
  });

  test('that was signed for in the lost time may be mined long after the restore', async () => {
    await place.submit('payout_1', { to: payee });
    await place.step();
    const waiting = await place.waiting();
    const [bytes] = await Promise.all(waiting.map((hash) => rawOf(hash)));
    await place.dropWaiting();
    await place.losePayments();
    await place.step();
    await chain.finalize();
    await chain.client.setAutomine(true);
    await chain.client.sendRawTransaction({ serializedTransaction: bytes as `0x${string}` }).catch(() => undefined);
    await chain.client.setAutomine(false);
    await chain.finalize();
    await place.steps();
    expect(await place.paid()).toEqual(paidOnce());
  });
});

async function rawOf(hash: `0x${string}`): Promise<`0x${string}`> {
  const found = (
    await place.store.scan(
      (
        await import('../../shared/providers/evm/sending/transaction-row.ts')
      ).ChainTransactionEntity,
      { limit: 1_000 },
    )
  ).items;
  const versions = found.flatMap((row) => row.versions);
  return versions.find((version) => version.hash === hash)?.bytes as `0x${string}`;
}

describe('a key of the vault', () => {
  test('that was paid in a block which is taken back is paid again, and counts once it is final', async () => {
    await place.submit('payout_1', { to: payee });
    await place.step();
    await chain.mine();
    expect(await place.paid()).toEqual(paidOnce());
    await chain.client.request({ method: 'anvil_reorg', params: [1, []] } as never);
    expect(await place.paid()).toEqual([]);
    expect(await status()).toBe('processing');
    await place.steps();
    expect(await place.paid()).toEqual(paidOnce());
    expect(await status()).toBe('completed');
  });

  test('that pays somebody else completes nothing, fails nothing, and alarms', async () => {
    await place.submit('payout_1', { to: payee });
    const key = keccak256(toHex(`${place.of.organizationId}/payout_1`));
    const args = [key, chain.dollar, newPayee(3_000), 1n, BigInt(Math.floor(chain.now() / 1000) + 600)] as const;
    const data = encodeFunctionData({ abi: payoutVault.abi, functionName: 'pay', args });
    await place.step();
    await place.dropWaiting();
    await chain.client.setAutomine(true);
    const bytes = await place.signer.signTransaction({
      chainId: chain.client.chain.id,
      type: 'eip1559',
      nonce: 0,
      to: place.vault,
      data,
      gas: 200_000n,
      maxFeePerGas: 10n ** 10n,
    });
    await chain.client.sendRawTransaction({ serializedTransaction: bytes });
    await chain.client.setAutomine(false);
    await chain.finalize();
    await place.step().catch(() => undefined);
    await chain.advance(31 * minuteMs);
    await chain.finalize();
    await place.step().catch(() => undefined);
    expect((await place.paid()).map(({ amount }) => amount)).toEqual([1n]);
    expect(
      await place.status('payout_1').then(
        ({ status: found }) => found,
        () => 'parked',
      ),
    ).not.toBe('completed');
    expect(place.log.lines.some(({ level }) => level === 'error')).toBe(true);
  });
});

test('two workers at once pay once', async () => {
  await place.submit('payout_1', { to: payee });
  await Promise.all([place.step(), place.step(), place.step()]);
  await chain.finalize();
  await place.steps();
  expect(await place.paid()).toEqual(paidOnce());
  expect(await chain.client.getTransactionCount({ address: place.signer.address })).toBe(1);
});

test('forty payments that are final at once are confirmed by one question about logs', async () => {
  const keys = Array.from({ length: 40 }, (_, index) => `payout_${index}`);
  const honest = await startTamperingNode(chain.url);
  place.nodes.splice(0, 1, honest.url);
  for (const key of keys) await place.submit(key, { to: payee });
  for (let step = 0; step < 3; step += 1) {
    await place.step();
    await chain.mine();
  }
  await chain.finalize();
  honest.calls.length = 0;
  await place.step();
  expect(honest.calls.filter(({ method }) => method === 'eth_getLogs')).toHaveLength(1);
  for (const key of keys) expect(await status(key)).toBe('completed');
  honest.stop();
});

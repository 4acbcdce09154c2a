import { beforeEach, describe, expect, test } from 'vitest';
import { createStore } from '../../../../../shared/ground/table/create-store.ts';
import { absent } from '../../../../../shared/ground/table/expressions.ts';
import type { Store } from '../../../../../shared/ground/table/store.ts';
import { putIf } from '../../../../../shared/ground/table/writes.ts';
import { createIds } from '../../../../../shared/ground/time/ids.ts';
import { leaseMs } from '../../../../../shared/journal/due/claim-work.ts';
import {
  type ClaimRuntime,
  SignerClaim,
  SignerLost,
} from '../../../../../shared/providers/evm/sending/signer-claim.ts';
import { SignerEntity, signerRef } from '../../../../../shared/providers/evm/sending/signer-row.ts';
import {
  type ChainTransaction,
  ChainTransactionEntity,
  readOpen,
} from '../../../../../shared/providers/evm/sending/transaction-row.ts';
import { createTestTable } from '../../../../support/dynamodb.ts';
import { createFaultyTable } from '../../../../support/faults.ts';

const key = { chainId: 8453, account: `0x${'ab'.repeat(20)}` };
let now: number;
let store: Store;
let runtime: ClaimRuntime;

beforeEach(async () => {
  now = 1_800_000_000_000;
  store = createStore(await createTestTable());
  runtime = { clock: () => now, ids: createIds(), sleep: async () => undefined, store };
});

async function taken(by = runtime): Promise<SignerClaim> {
  const claim = await SignerClaim.take(by, key);
  if (!claim) throw new Error('another worker has the signer');
  return claim;
}

function transaction(nonce: number, changes: Partial<ChainTransaction> = {}): ChainTransaction {
  const version = { hash: '0x', bytes: '0x', maxFeePerGas: 2n ** 70n, maxPriorityFeePerGas: 1n, signedAt: now };
  const call = { purposes: [`${nonce}`], to: '0x', data: '0x', gas: 21_000 };
  return { ...key, nonce, connectionId: 'conn_1', ...call, versions: [version], state: 'open', ...changes };
}

const put = (row: ChainTransaction) => putIf(ChainTransactionEntity, row, absent);

describe('the claim of a signer', () => {
  test('is of one worker, until it ends or its lease does', async () => {
    const first = await taken();
    expect(await SignerClaim.take(runtime, key)).toBeUndefined();
    await first.end();
    await taken();
    expect(await SignerClaim.take(runtime, key)).toBeUndefined();
    now += leaseMs;
    await taken();
  });

  test('is of one of many who ask at once, also for a signer that nobody has used yet', async () => {
    const claims = await Promise.all(Array.from({ length: 8 }, () => SignerClaim.take(runtime, key)));
    expect(claims.filter((claim) => claim !== undefined)).toHaveLength(1);
  });

  test('is of another account, or on another chain, another one', async () => {
    await taken();
    expect(await SignerClaim.take(runtime, { ...key, chainId: 1 })).toBeDefined();
    expect(await SignerClaim.take(runtime, { ...key, account: `0x${'cd'.repeat(20)}` })).toBeDefined();
  });

  test('that was lost writes nothing, not even the end of the next one', async () => {
    const first = await taken();
    now += leaseMs;
    const second = await taken();
    await expect(first.write([put(transaction(0))], { nextNonce: 1 })).rejects.toThrow(SignerLost);
    await expect(first.write([put(transaction(0))])).rejects.toThrow(SignerLost);
    await first.end();
    expect(await SignerClaim.take(runtime, key)).toBeUndefined();
    await second.write([put(transaction(0))], { nextNonce: 1 });
    expect(await store.get(signerRef(key))).toMatchObject({ nextNonce: 1 });
  });

  test.each(['Put', 'Update'])('whose answer to a %s was lost is our own all the same', async (name) => {
    const table = await createFaultyTable();
    const faulty = { ...runtime, store: createStore(table) };
    if (name === 'Update') await (await taken(faulty)).end();
    // The SDK sends a call again whose answer it did not get.
    table.intercept(async (call, send) => {
      if (call.name === name) await send();
      return send();
    });
    expect(await SignerClaim.take(faulty, key)).toBeDefined();
  });

  test('writes all or nothing', async () => {
    const claim = await taken();
    const doubled = [put(transaction(0)), put(transaction(0, { nonce: 1 }))];
    await store.put(ChainTransactionEntity, transaction(1), absent);
    await expect(claim.write(doubled, { nextNonce: 2 })).rejects.toThrow(SignerLost);
    expect(await store.get(signerRef(key))).toMatchObject({ nextNonce: 0 });
    expect(await readOpen(store, { ...claim.row, nextNonce: 9 })).toMatchObject([{ nonce: 1 }]);
  });
});

describe('the open transactions of a signer', () => {
  test('are in the order of their nonces, and none of them is over', async () => {
    const claim = await taken();
    const rows = [9, 10, 100].map((nonce) => put(transaction(nonce)));
    await claim.write([...rows, put(transaction(11, { state: 'taken' }))], { nextNonce: 101, openFrom: 9 });
    const open = await readOpen(store, claim.row);
    expect(open.map(({ nonce }) => nonce)).toEqual([9, 10, 100]);
    expect(open[0]?.versions[0]?.maxFeePerGas).toBe(2n ** 70n);
    await claim.write([], { openFrom: 10 });
    expect((await readOpen(store, claim.row)).map(({ nonce }) => nonce)).toEqual([10, 100]);
  });

  test('in a state that only a later release knows are left to it', async () => {
    const claim = await taken();
    await claim.write([put(transaction(0, { state: 'later' as never }))], { nextNonce: 1 });
    await expect(readOpen(store, claim.row)).rejects.toThrow('a later release has stored the state');
  });

  test('of another signer are not among them', async () => {
    const claim = await taken();
    await store.put(ChainTransactionEntity, transaction(0, { account: `0x${'cd'.repeat(20)}` }), absent);
    await store.put(SignerEntity, { ...key, chainId: 1, nextNonce: 5, openFrom: 0 }, absent);
    expect(await readOpen(store, { ...claim.row, nextNonce: 9 })).toEqual([]);
  });
});

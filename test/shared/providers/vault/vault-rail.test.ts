import { beforeEach, describe, expect, test } from 'vitest';
import { ConnectionEntity } from '../../../../shared/connections/connection.ts';
import { vaultWork } from '../../../../shared/connections/vault-work.ts';
import { createStore } from '../../../../shared/ground/table/create-store.ts';
import { UnknownValue } from '../../../../shared/ground/table/known-values.ts';
import type { Store } from '../../../../shared/ground/table/store.ts';
import { systemSleep } from '../../../../shared/ground/time/system-time.ts';
import { cancelWork, dueRef } from '../../../../shared/journal/due/due-work.ts';
import { type PayoutInstruction, type PayoutRail, RailUnavailable } from '../../../../shared/ports/payout-rail.ts';
import { VaultPaymentEntity, vaultPaymentRef } from '../../../../shared/providers/records/vault-payment.ts';
import { vaultRail } from '../../../../shared/providers/vault/vault-rail.ts';
import { createTestTable } from '../../../support/dynamodb.ts';
import { ana, WalletScene } from '../../../support/wallets/wallet-scene.ts';

const connectionId = 'conn_base';
const vault = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

let scene: WalletScene;
let memory: Store;
let rail: PayoutRail;
let instruction: PayoutInstruction;

beforeEach(async () => {
  scene = await WalletScene.start();
  memory = createStore(await createTestTable());
  const { store, ids } = scene.service.runtime;
  rail = vaultRail({ store, memory, ids, sleep: systemSleep });
  await putConnection();
  instruction = {
    key: 'po_1',
    corridorId: 'usd_wallet_base_usdc',
    destinationAmount: 100_00n,
    destinationCurrency: 'USD',
    recipientName: 'Ana Souza',
    recipientDetails: { token: 'USDC', chain: 'base', address: ana },
    acceptedAt: scene.service.clock.now,
    organizationId: scene.of.organizationId,
    connectionId,
    memo: 'memo',
  };
});

function putConnection(changes: { readonly disabledAt?: string; readonly settings?: string } = {}) {
  return scene.service.runtime.store.put(ConnectionEntity, {
    connectionId,
    version: 1,
    provider: 'evm-vault',
    port: 'vault',
    mode: 'live',
    slot: 'vault/base',
    settings: JSON.stringify({ chain: 'base', vault }),
    sealed: 'sealed',
    account: '{}',
    hosts: [],
    createdAt: new Date(scene.service.clock.now).toISOString(),
    ...changes,
  });
}

const submit = (changes: Partial<PayoutInstruction> = {}) =>
  rail.submit({ ...instruction, ...changes }, scene.service.clock.now);
const status = () => rail.status(instruction, scene.service.clock.now);
const work = () => scene.service.runtime.store.get(dueRef(vaultWork(connectionId)));

test('what a vault is asked for is recorded once, and makes its work due', async () => {
  expect(await status()).toEqual({ status: 'unknown' });
  const [first] = await Promise.all([submit(), submit()]);
  expect(first).toEqual({ status: 'pending', recheckInMs: 3_000 });
  expect(await submit()).toMatchObject({ status: 'pending' });
  expect(await memory.get(vaultPaymentRef('po_1'))).toMatchObject({
    connectionId,
    vault,
    contract: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    to: ana,
    amount: 100_000_000n,
    state: 'open',
  });
  expect(await work()).toMatchObject({ dueAt: scene.service.clock.now });
  expect((await rail.since(0, scene.service.clock.now)).records).toHaveLength(1);
});

test('another payee or amount under the same key is refused', async () => {
  await submit();
  await expect(submit({ destinationAmount: 1n })).rejects.toThrow('with another payee or amount');
  const recipientDetails = { ...instruction.recipientDetails, address: vault };
  await expect(submit({ recipientDetails })).rejects.toThrow('with another payee or amount');
});

test('a payout is paid by the vault on which it was begun, whatever its organization names, and even if that vault was disconnected', async () => {
  await putConnection({ disabledAt: '2026-01-01T00:00:00.000Z' });
  await scene.provision(scene.of);
  expect(await submit()).toMatchObject({ status: 'pending' });
  expect(await memory.get(vaultPaymentRef('po_1'))).toMatchObject({ connectionId, vault });
});

test('a payout whose connection is lost waits, and one that was begun on another chain is not paid', async () => {
  await expect(submit({ connectionId: 'conn_lost' })).rejects.toThrow(RailUnavailable);
  await expect(submit({ connectionId: undefined })).rejects.toThrow(RailUnavailable);
  await putConnection({ settings: JSON.stringify({ chain: 'polygon', vault }) });
  await expect(submit()).rejects.toThrow('was begun on a vault on polygon');
  expect(await status()).toEqual({ status: 'unknown' });
});

test('the vault’s work that a restore has lost is due again once the payment is asked about', async () => {
  await submit();
  await scene.service.runtime.store.transact([cancelWork(vaultWork(connectionId))], 'lost');
  await status();
  expect(await work()).toBeDefined();
});

describe('a payment', () => {
  const change = async (changes: object) => {
    await submit();
    const payment = await memory.get(vaultPaymentRef('po_1'));
    await memory.put(VaultPaymentEntity, { ...payment, ...changes } as never);
  };

  test.each([
    [{ validUntil: 5 }, { status: 'processing', recheckInMs: 3_000 }],
    [{ state: 'paid' }, { status: 'completed' }],
    [{ state: 'failed' }, { status: 'failed', failureCode: 'account_cannot_receive', fundsReturned: true }],
  ])('that is %j is told of, to the payout and after a restore', async (changes, news) => {
    await change(changes);
    expect(await status()).toEqual(news);
    expect((await rail.since(0, scene.service.clock.now)).records).toMatchObject([{ key: 'po_1', news }]);
  });

  test('in a state of a later release is that one’s', async () => {
    await change({ state: 'voided' });
    await expect(status()).rejects.toThrow(UnknownValue);
  });
});

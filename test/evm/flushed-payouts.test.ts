import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createIds } from '../../shared/ground/time/ids.ts';
import { systemSleep } from '../../shared/ground/time/system-time.ts';
import { connectionKinds } from '../../shared/providers/connection-kinds.ts';
import { connectionTrials } from '../../shared/providers/connection-trials.ts';
import { lateDeposits } from '../../shared/providers/evm/late-deposits.ts';
import { lateFlushes } from '../../shared/providers/evm/late-flushes.ts';
import { createKey } from '../../shared/providers/evm/signer/key-file.ts';
import { storedItems } from '../support/answers.ts';
import { FundingScene } from '../support/funding/funding-scene.ts';
import { bodyOf, expectSoundBooks, pathOf } from '../support/journey.ts';
import { connectChain, secrets } from './support/connect-chain.ts';
import { type DepositChains, startDepositChains } from './support/deposit-chains.ts';

let chains: DepositChains;
let polygon: DepositChains;
let folder: string;

beforeAll(async () => {
  [chains, polygon] = await Promise.all([startDepositChains(), startDepositChains('polygon')]);
  folder = mkdtempSync(join(tmpdir(), 'sluice-flushes-'));
});

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await Promise.all([chains.stop(), polygon.stop()]);
});

const minuteMs = 60_000;

/** A service that reads and flushes through a node, as a stage does. */
async function start(): Promise<FundingScene> {
  const place = { clock: Date.now, loopback: true };
  const scene = await FundingScene.start({ connections: connectionTrials(secrets, place, connectionKinds) });
  const { store } = scene.service.runtime;
  const reach = { ...place, store, secrets };
  Object.assign(scene.service.runtime, {
    deposits: lateDeposits(reach),
    flusher: lateFlushes({ ...reach, ids: createIds(), log: scene.log.log, sleep: systemSleep }),
  });
  await scene.change(scene.of, { connections: { 'chain/base': await connect(scene, chains) } });
  return scene;
}

/** A connection with a signer of its own, which has coins. @returns its id */
async function connect({ service }: FundingScene, { client, settings, url }: DepositChains): Promise<string> {
  const file = join(folder, `${randomUUID()}.key`);
  await client.setBalance({ address: createKey(file).address, value: 10n ** 18n });
  return connectChain(service, { settings: { ...settings, flushFirst: '60.00' } as typeof settings }, [url], file);
}

test('the money of payouts gets to the treasury by one transaction, and a large one is sent after that', async () => {
  const scene = await start();
  const payouts = [await scene.payout(), await scene.payout({ amount: '50.00' })];
  const addresses = payouts.map(async ({ payoutId }) => (await scene.get(`/payouts/${payoutId}/funding`)).address);
  const [first, second] = await Promise.all(addresses);
  await chains.pay([
    { to: first, amount: 100_000_000n },
    { to: second, amount: 50_000_000n },
  ]);
  await chains.finalize();
  const before = await chains.balanceOf(chains.treasuries[0]);
  await scene.passes(10_000);
  const paid = () => payouts.map(({ payoutId }) => scene.rail.payments.get(payoutId));
  expect(paid()).toEqual([undefined, 1]);
  await scene.passes(2 * minuteMs);
  await chains.finalize();
  await scene.passes(minuteMs);
  expect(await chains.balanceOf(chains.treasuries[0])).toBe(before + 150_000_000n);
  expect(paid()).toEqual([1, 1]);
  expect(await storedItems(scene.service, 'pendingFlush')).toEqual([]);
  const arrived = await storedItems(scene.service, 'arrivedFunds');
  expect(arrived.map(({ amount, flushed }) => [amount, flushed]).sort()).toEqual([
    ['100000000', '100000000'],
    ['50000000', '50000000'],
  ]);
  expect(await storedItems(scene.service, 'chainTransaction')).toMatchObject([{ nonce: 0, state: 'succeeded' }]);
});

test('money that was sent on another chain gets to the treasury there, and to the balance once it is accepted', async () => {
  const scene = await start();
  await connect(scene, polygon);
  const payout = await scene.payout();
  const { address } = await scene.get(`/payouts/${payout.payoutId}/funding`);
  await polygon.pay([{ to: address, amount: 100_000_000n }]);
  await polygon.finalize();
  await scene.passes(12 * 60 * minuteMs + minuteMs);
  const [deposit] = await scene.deposits();
  expect(deposit).toMatchObject({ status: 'pending', amount: '100.00', chain: 'polygon', token: 'USDC' });
  const owner = await scene.service.member(scene.of.organizationId, 'owner');
  const accept = () => scene.service.post(`${pathOf(scene.of)}/deposits/${deposit.depositId}/accept`, owner, undefined);
  await scene.passes(minuteMs);
  expect((await accept()).body).toMatchObject({ type: 'CONFLICT' });
  await polygon.finalize();
  await scene.passes(minuteMs);
  expect(await polygon.balanceOf(polygon.treasuries[0])).toBe(100_000_000n);
  bodyOf(await accept());
  expect((await scene.get('/balance')).available).toBe('100.00');
  expect(await scene.read(payout)).toMatchObject({ status: 'pending', funding: { received: '0.000000' } });
  await scene.passes(24 * 60 * minuteMs);
  expect(await scene.deposits()).toHaveLength(1);
  await expectSoundBooks(scene.service, scene.of);
});

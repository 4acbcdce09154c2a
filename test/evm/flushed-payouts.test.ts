import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemSleep } from '../../shared/ground/time/clock.ts';
import { createIds } from '../../shared/ground/time/ids.ts';
import { connectionKinds } from '../../shared/providers/connection-kinds.ts';
import { connectionTrials } from '../../shared/providers/connection-trials.ts';
import { lateDeposits } from '../../shared/providers/evm/late-deposits.ts';
import { lateFlushes } from '../../shared/providers/evm/late-flushes.ts';
import { createKey } from '../../shared/providers/evm/signer/key-file.ts';
import { storedItems } from '../support/answers.ts';
import { FundingScene } from '../support/funding/funding-scene.ts';
import { connectChain, secrets } from './support/connect-chain.ts';
import { type DepositChains, startDepositChains } from './support/deposit-chains.ts';

let chains: DepositChains;
let folder: string;

beforeAll(async () => {
  chains = await startDepositChains();
  folder = mkdtempSync(join(tmpdir(), 'sluice-flushes-'));
});

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await chains.stop();
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
  const file = join(folder, 'signer.key');
  await chains.client.setBalance({ address: createKey(file).address, value: 10n ** 18n });
  const settings = { ...chains.settings, flushFirst: '60.00' };
  const connectionId = await connectChain(scene.service, { settings }, [chains.url], file);
  await scene.change(scene.of, { connections: { 'chain/base': connectionId } });
  return scene;
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

import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectionKinds } from '../../shared/providers/connection-kinds.ts';
import { connectionTrials } from '../../shared/providers/connection-trials.ts';
import { lateDeposits } from '../../shared/providers/evm/late-deposits.ts';
import { storedItems } from '../support/answers.ts';
import { agreed } from '../support/connections.ts';
import { FundingScene } from '../support/funding/funding-scene.ts';
import { connectChain, secrets } from './support/connect-chain.ts';
import { type DepositChains, startDepositChains } from './support/deposit-chains.ts';

let chains: DepositChains;

beforeAll(async () => {
  chains = await startDepositChains();
});

afterAll(() => chains.stop());

test('two payouts in one transaction exceed the limit of the connection: one waits until operators allow it', async () => {
  const place = { clock: Date.now, loopback: true };
  const scene = await FundingScene.start({ connections: connectionTrials(secrets, place, connectionKinds) });
  const { store } = scene.service.runtime;
  Object.assign(scene.service.runtime, { deposits: lateDeposits({ ...place, store, secrets }) });
  scene.service.clock.now = Date.now();
  const settings = { ...chains.settings, dailyLimit: '150.00' };
  const connectionId = await connectChain(scene.service, { settings }, [chains.url]);
  await scene.change(scene.of, { connections: { 'chain/base': connectionId } });
  const payouts = [await scene.payout(), await scene.payout({ reference: 'another' })];
  const to = async ({ payoutId }: { readonly payoutId: string }) =>
    (await scene.get(`/payouts/${payoutId}/funding`)).address;
  const paid = await Promise.all(payouts.map(async (payout) => ({ to: await to(payout), amount: 100_000_000n })));
  await chains.pay(paid);
  await chains.finalize();
  const states = async () =>
    (await Promise.all(payouts.map((payout) => scene.read(payout)))).map(({ funding }) => funding.status).sort();
  await scene.passes(10_000);
  expect(await states()).toEqual(['confirming', 'funded']);
  expect((await storedItems(scene.service, 'fundedDay')).map(({ funded }) => funded)).toEqual([100_000_000]);
  await agreed(scene.service, { do: 'allow-funding', connectionId, dollars: 100, reason: 'it is there' });
  await scene.passes(6 * 60_000);
  expect(await states()).toEqual(['funded', 'funded']);
  expect([...scene.rail.payments.values()]).toEqual([1, 1]);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { vaultWork } from '../../shared/connections/vault-work.ts';
import { leaseMs } from '../../shared/journal/due/claim-work.ts';
import { dueRef } from '../../shared/journal/due/due-work.ts';
import { type CrashPoint, crashAt } from '../support/crash.ts';
import { inToken, newPayee, startVaultChain, type VaultChain, VaultPlace } from './support/vault-place.ts';
import { type VaultProcess, vaultProcess } from './support/vault-process.ts';

let chain: VaultChain;

beforeAll(async () => {
  chain = await startVaultChain();
});

afterAll(() => chain.stop());

const minuteMs = 60_000;
const failed = { status: 'failed', failureCode: 'account_cannot_receive', fundsReturned: true };

let rounds = 0;

/** One payee is paid, and the token blocks the other one while its payment waits to be mined. */
async function story({ submit, step }: VaultProcess, [good, blocked]: readonly [Payee, Payee]): Promise<void> {
  await submit('payout_a', good);
  await submit('payout_b', blocked);
  await step();
  await chain.onDollarFirst('freeze', blocked, true);
  await chain.mine();
  await step();
  await chain.finalize();
  await step();
  await chain.advance(31 * minuteMs);
  await chain.finalize();
  await step();
}

type Payee = ReturnType<typeof newPayee>;

/** Plays the story with a process that is killed, and then another one until everything is over. @returns whether the first was killed */
async function survives(point: CrashPoint): Promise<boolean> {
  rounds += 1;
  const place = await VaultPlace.start(chain);
  const payees = [newPayee(2 * rounds), newPayee(2 * rounds + 1)] as const;
  const { intercept, crashed } = crashAt(point);
  const ended = await Promise.race([story(vaultProcess(place, intercept), payees).then(() => 'ended'), crashed]);
  await chain.onDollarFirst('freeze', payees[1], true);
  await chain.finalize();
  const next = vaultProcess(place, (_call, send) => send());
  const [good, blocked] = payees;
  // The payouts are due at their rail again, which asks before it sends.
  for (const [key, to] of [
    ['payout_a', good],
    ['payout_b', blocked],
  ] as const)
    if ((await next.status(key, to)).status === 'unknown') await next.submit(key, to);
  const isOpen = async () =>
    (await next.status('payout_a', good)).status !== 'completed' ||
    (await next.status('payout_b', blocked)).status !== 'failed';
  for (let round = 0; await isOpen(); round += 1) {
    expect(round).toBeLessThan(6);
    const work = await place.store.get(dueRef(vaultWork(place.connectionId)));
    expect(work).toBeDefined();
    await chain.advance(Math.max(leaseMs, 16 * minuteMs));
    await chain.finalize();
    await next.step();
    await chain.finalize();
  }
  expect(await next.status('payout_b', blocked)).toEqual(failed);
  await chain.onDollar('freeze', blocked, false);
  await chain.finalize();
  await next.step();
  await chain.finalize();
  const paid = await place.paid();
  place.stop();
  expect(paid).toEqual([{ to: good, amount: inToken(5_00n) }]);
  return ended === 'crashed';
}

test.each(['before', 'after'] as const)(
  'a process that is killed %s any of its calls leaves nothing that the next one does not finish: nobody is paid twice, and nobody who was given up',
  async (moment) => {
    let call = 1;
    while (await survives({ call, moment })) call += 1;
    // The story has so many calls that the sweep has met each kind of them.
    expect(call).toBeGreaterThan(60);
  },
  900_000,
);

import { afterAll, beforeAll, expect, test } from 'vitest';
import { createStore } from '../../shared/ground/table/create-store.ts';
import { leaseMs } from '../../shared/journal/due/claim-work.ts';
import { dueRead } from '../../shared/journal/due/due-work.ts';
import { reachingNodes } from '../../shared/providers/evm/connection/reach-nodes.ts';
import { sendingRules } from '../../shared/providers/evm/sending/rules.ts';
import { fileSigner } from '../../shared/providers/evm/signer/key-file.ts';
import { OpenPayments } from '../../shared/providers/evm/vault/paying/open-payments.ts';
import { payWallets } from '../../shared/providers/evm/vault/paying/pay-wallets.ts';
import { VaultBooks } from '../../shared/providers/evm/vault/paying/vault-books.ts';
import { Witnesses } from '../../shared/providers/evm/witnesses.ts';
import { vaultRail } from '../../shared/providers/vault/vault-rail.ts';
import { vaultWork } from '../../shared/providers/vault/vault-work.ts';
import { type CrashPoint, crashAt } from '../support/crash.ts';
import { type Intercept, wrap } from '../support/faults.ts';
import { inToken, newPayee, startVaultChain, type VaultChain, VaultPlace } from './support/vault-place.ts';
import { wrapCalls } from './support/wrap-calls.ts';

let chain: VaultChain;

beforeAll(async () => {
  chain = await startVaultChain();
});

afterAll(() => chain.stop());

const minuteMs = 60_000;
const failed = { status: 'failed', failureCode: 'account_cannot_receive', fundsReturned: true };

/** The rail and the worker of one process, whose calls to tables, nodes and signer go through `intercept`. */
function processOf(place: VaultPlace, intercept: Intercept) {
  const around = (name: string, call: () => Promise<unknown>) => intercept({ name, input: {} }, call);
  const { ids, sleep } = place.service.runtime;
  const { client, tableName } = place.store;
  const store = createStore({ client: wrap(client, intercept), tableName });
  const memory = createStore({ ...place.memory, client: wrap(place.memory.client, intercept) });
  const nodes = reachingNodes({ loopback: true })(place.nodes, 2_000).map((node) => wrapCalls(node, around));
  const rail = vaultRail({ store, memory, ids, sleep, chains: chain.chains });
  const sender = {
    connectionId: place.connectionId,
    chainId: chain.client.chain.id,
    nodes,
    witnesses: new Witnesses(nodes),
    signer: wrapCalls(fileSigner(place.keyFile), around),
    rules: sendingRules.base,
  };
  const runtime = { store, ids, sleep, log: place.log.log, clock: chain.now, isHalted: async () => false };
  const { connectionId, vault } = place;
  const { witnesses } = sender;
  const beganAt = async () => 0;
  const books = new VaultBooks({ ...runtime, memory, connectionId, vault, witnesses, beganAt });
  return {
    submit: (key: string, to: ReturnType<typeof newPayee>) => rail.submit(place.instruction(key, { to }), chain.now()),
    status: (key: string, to: ReturnType<typeof newPayee>) => rail.status(place.instruction(key, { to }), chain.now()),
    step: () =>
      payWallets(
        runtime,
        { sender, vault: place.vault },
        { payments: new OpenPayments({ memory, ids, sleep, clock: chain.now }, place.connectionId), books },
      ),
  };
}

type Process = ReturnType<typeof processOf>;

let rounds = 0;

/** One payee is paid, and the token blocks the other one while its payment waits to be mined. */
async function story({ submit, step }: Process, [good, blocked]: readonly [Payee, Payee]): Promise<void> {
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
  const ended = await Promise.race([story(processOf(place, intercept), payees).then(() => 'ended'), crashed]);
  await chain.onDollarFirst('freeze', payees[1], true);
  await chain.finalize();
  const next = processOf(place, (_call, send) => send());
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
    const work = await place.store.get(dueRead(vaultWork(place.connectionId)));
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

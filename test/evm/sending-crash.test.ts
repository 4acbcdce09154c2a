import { parseEventLogs } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { depositFactory } from '../../contracts/deposit-factory.ts';
import { createStore } from '../../shared/ground/table/create-store.ts';
import { leaseMs } from '../../shared/journal/due/claim-work.ts';
import type { FlushReport } from '../../shared/ports/deposit-chain.ts';
import { flushDeposits } from '../../shared/providers/evm/flushing/flush-deposits.ts';
import { Witnesses } from '../../shared/providers/evm/witnesses.ts';
import { type CrashPoint, crashAt } from '../support/crash.ts';
import { type Intercept, wrap } from '../support/faults.ts';
import {
  type FlushableChain,
  type SendingPlace,
  startFlushableChain,
  startSendingPlace,
} from './support/sending-place.ts';
import { wrapCalls } from './support/wrap-calls.ts';

let chain: FlushableChain;

beforeAll(async () => {
  chain = await startFlushableChain();
});

afterAll(() => chain.stop());

const amount = 5_000_000n;

/** A worker of its own, whose calls to the table, the nodes, the signer and the router go through `intercept`. */
function workerOf(place: SendingPlace, intercept: Intercept, payoutIds: readonly string[]) {
  const around = (name: string, call: () => Promise<unknown>) => intercept({ name, input: {} }, call);
  const nodes = place.sender.nodes.map((node) => wrapCalls(node, around));
  const sender = {
    ...place.sender,
    nodes,
    witnesses: new Witnesses(nodes),
    signer: wrapCalls(place.sender.signer, around),
  };
  const store = createStore({ ...place.table, client: wrap(place.table.client, intercept) });
  const isHalted = async (connectionId: string) =>
    (await around('isHalted', () => place.runtime.isHalted(connectionId))) as boolean;
  const { factory, tokenAt: token } = chain;
  return (): Promise<FlushReport | undefined> =>
    flushDeposits({ ...place.runtime, store, isHalted }, { sender, factory }, { token, payoutIds, worthwhile: 1n });
}

/** Two deposits that are flushed by a transaction which has to be raised once, until it is final. */
async function story(place: SendingPlace, step: () => Promise<unknown>): Promise<void> {
  await step();
  place.advance(place.sender.rules.raiseAfterMs);
  await step();
  await chain.client.mine({ blocks: 1 });
  await step();
  await chain.finalize();
  await step();
}

let rounds = 0;

/** Plays the story with a worker that is killed, and then another worker until everything is flushed. @returns whether the first one was killed */
async function survives(point: CrashPoint): Promise<boolean> {
  rounds += 1;
  const payoutIds = [`crash ${rounds} a`, `crash ${rounds} b`];
  for (const payoutId of payoutIds) await chain.pay(payoutId, amount);
  await chain.finalize();
  const since = await chain.client.getBlockNumber({ cacheTime: 0 });
  const place = await startSendingPlace(chain);
  const { intercept, crashed } = crashAt(point);
  const ended = await Promise.race([story(place, workerOf(place, intercept, payoutIds)).then(() => 'ended'), crashed]);
  const isFlushed = ({ status }: FlushReport['deposits'][number]) => status === 'flushed';
  const next = workerOf(place, (_call, send) => send(), payoutIds);
  for (let round = 0, isOver = false; !isOver; round += 1) {
    expect(round).toBeLessThan(5);
    place.advance(leaseMs);
    isOver = (await next())?.deposits.every(isFlushed) ?? false;
    await chain.finalize();
  }
  // One transaction, whatever was signed and sent how often; and each deposit was moved once.
  const { account } = place;
  expect(await chain.client.getTransactionCount({ address: account })).toBe(1);
  expect(await place.rows()).toMatchObject([{ nonce: 0, state: 'succeeded' }]);
  const logs = await chain.client.getLogs({ address: chain.factory, fromBlock: since });
  const moved = parseEventLogs({ abi: depositFactory.abi, eventName: 'Flushed', logs });
  expect(moved.map(({ args }) => args.amount)).toEqual([amount, amount]);
  return ended === 'crashed';
}

test.each(['before', 'after'] as const)(
  'a worker that is killed %s any of its calls leaves nothing that the next one does not finish, with one transaction',
  async (moment) => {
    let call = 1;
    while (await survives({ call, moment })) call += 1;
    // The story has so many calls that the sweep has met each kind of them.
    expect(call).toBeGreaterThan(60);
  },
  600_000,
);

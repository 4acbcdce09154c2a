import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Sluice } from '../../client/src/index.ts';
import { localTarget } from '../../operator/target/local-target.ts';
import { until } from '../../scripts/support/until.ts';
import { type LongHistory, makeLongHistory } from '../proofs/bench/history/long-history.ts';
import { newDirectory, type RunningStack, startStack } from '../proofs/bench/service/stack.ts';

const payouts = 2_000;
const made = 40;
const settledWithinMs = 60_000;

const directory = newDirectory();
let history: LongHistory;
let stack: RunningStack;
let sluice: Sluice;

beforeAll(async () => {
  history = await makeLongHistory(directory.path, payouts, made);
  stack = await startStack(directory.path, ['--quiet']);
  sluice = new Sluice(stack.quickstart);
}, 240_000);

afterAll(async () => {
  await stack?.[Symbol.asyncDispose]();
  await directory[Symbol.asyncDispose]();
});

test('every payout of a long history is listed once, newest first', async () => {
  const ids: string[] = [];
  for await (const { payoutId, status } of sluice.listOrders({ limit: 100 })) {
    expect(status).toBe('completed');
    ids.push(payoutId);
  }
  expect(new Set(ids).size).toBe(payouts);
  // An id begins with its time.
  expect(ids).toEqual(ids.toSorted().reverse());
});

test('the feed of a long history is whole and in order', async () => {
  const kinds: string[] = [];
  let sequence = 0;
  for (;;) {
    const { data } = await sluice.listEvents({ since: String(sequence), limit: 100 });
    if (data.length === 0) break;
    for (const event of data) {
      sequence += 1;
      expect(event.sequence).toBe(String(sequence));
      kinds.push(event.type);
    }
  }
  expect(kinds.filter((type) => type === 'payout.completed')).toHaveLength(payouts);
});

test('the ledger of a long history is exported whole, and ends with nothing left', async () => {
  const { data } = await sluice.getBalanceHistory();
  expect(data).toHaveLength(payouts + payouts / made);
  expect(data.at(-1)).toMatchObject({ type: 'payout', balanceAfter: '0.00' });
});

test('the books of a long history agree', async () => {
  const { organizationId } = stack.quickstart;
  const target = localTarget(directory.path);
  let progress: unknown;
  do {
    const answer = await target.perform('check', { input: { organizationId, ...(progress ? { progress } : {}) } });
    expect(answer).toMatchObject({ result: { findings: [] } });
    progress = 'result' in answer ? (answer.result as { progress?: unknown }).progress : undefined;
  } while (progress !== undefined);
});

test('a payout behind a long history is made, found by its reference and settled', async () => {
  const { destinationAccountId } = history;
  await sluice.fundSandbox({ amount: '25.00' });
  await sluice.createPayout({ amount: '10.00', destinationAccountId, reference: 'the last one' });
  await until('the payout is settled', settledWithinMs, async () => {
    const { data } = await sluice.listOrders({ reference: 'the last one' });
    expect(data).toHaveLength(1);
    return data[0]?.status === 'completed' || undefined;
  });
  expect(await sluice.getBalance()).toMatchObject({ balances: [{ currency: 'USD', available: '15.00' }] });
});

test('a history has the rows of a busy hour: eleven and a little for each payout', async () => {
  await stack[Symbol.asyncDispose]();
  const file = new DatabaseSync(`${directory.path}/table/sluice.sqlite`, { readOnly: true });
  const { rows } = file.prepare('SELECT count(*) AS rows FROM items').get() as { rows: number };
  const [{ quick_check: found }] = file.prepare('PRAGMA quick_check').all() as [{ quick_check: string }];
  file.close();
  expect(rows / payouts).toBeGreaterThanOrEqual(11);
  expect(rows / payouts).toBeLessThan(13);
  expect(found).toBe('ok');
});

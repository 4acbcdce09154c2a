import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CreatePayout, type PayoutBatchItem, Sluice } from '../../client/src/index.ts';
import { until } from '../../scripts/support/until.ts';
import { expectAgreement, readBooks } from '../support/books.ts';
import { type Answer, type HandSigned, handSigned } from '../support/hand-signed.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';
import { itemsOf, linesTo, untilBatch } from './support/batches.ts';
import { faultyLines, prepareFaults } from './support/faulty-lines.ts';
import { largestRun, mostBodyBytes, padded } from './support/largest-run.ts';
import { createAccount, unique } from './support/recipients.ts';

const LINES = 1_000;
const FAULTY = 137;
/** For a run of a thousand lines, on a machine that does other things besides. */
const PATIENCE_MS = 240_000;
/** A worker that died holds its run for half a minute. */
const AFTER_CRASH_MS = 240_000;

let stack: TestStack;
let sluice: Sluice;
let call: HandSigned;
let destinationAccountId: string;
/** Answers of 500 and above. */
const failures: string[] = [];

// The rails are frozen: payouts stay as they were created, and no settlement takes this machine's time.
beforeAll(async () => {
  stack = await startTestStack({ args: ['--rails-frozen', '--quiet'] });
  connect();
  await sluice.fundSandbox({ amount: '100000.00' });
  destinationAccountId = await createAccount(sluice);
});
afterAll(() => stack?.[Symbol.asyncDispose]());

describe('a run of a thousand lines', { timeout: 2 * PATIENCE_MS }, () => {
  test('becomes a thousand payouts, in their order, each once', async () => {
    const items = linesTo({ destinationAccountId }, LINES);
    const run = await sluice.createPayoutBatch({ externalReferenceId: unique('run'), items });
    expect(run).toMatchObject({ status: 'received', itemCount: LINES, counts: { pending: LINES } });

    const completed = await untilBatch({ sluice }, run, PATIENCE_MS, 'completed');

    expect(completed).toMatchObject({ counts: { created: LINES }, totals: { debited: [{ amount: '10000.00' }] } });
    await expectPaid(run.batchId, items);
  });

  test(`of which ${FAULTY} are at fault waits, and pays the others once it is confirmed`, async () => {
    const { items, expected } = faultyLines(await prepareFaults(sluice, destinationAccountId), LINES, FAULTY);
    const run = await sluice.createPayoutBatch({ externalReferenceId: unique('run'), items });
    const waiting = await untilBatch({ sluice }, run, PATIENCE_MS, 'awaiting_confirmation');
    expect(waiting.counts).toMatchObject({ valid: LINES - FAULTY, invalid: FAULTY, created: 0 });
    expect(await ordersOf(run.batchId)).toEqual([]);

    const { batchId } = run;
    expect(await sluice.confirmPayoutBatch({ batchId })).toMatchObject({ status: 'creating' });
    const completed = await untilBatch({ sluice }, run, PATIENCE_MS, 'completed');

    expect(completed.counts).toMatchObject({ created: LINES - FAULTY, invalid: FAULTY, create_failed: 0 });
    const shown = await itemsOf({ sluice }, run);
    const faults = shown.flatMap(({ index, status, errors }) => (status === 'invalid' ? [{ index, errors }] : []));
    expect(faults).toMatchObject([...expected].map(([index, error]) => ({ index, errors: [error] })));
    await expectPaid(
      batchId,
      items.filter((_, index) => !expected.has(index)),
    );
  });
});

describe('a run that is refused', { timeout: 60_000 }, () => {
  test.each<[string, () => readonly unknown[], string]>([
    ['of no lines', () => [], 'items'],
    ['of 1,001 lines', () => linesTo({ destinationAccountId }, LINES + 1), 'items'],
    ['with a line of 300 KB', () => withLast({ reference: 'x'.repeat(300 * 1024) }), 'items[9].reference'],
    ['with a malformed last line', () => withLast({ amount: '1e3' }), 'items[9].amount'],
    ['with a line that is none', () => [...linesTo({ destinationAccountId }, 9), null], 'items[9]'],
  ])('%s leaves nothing behind, and is told where', async (_, lines, path) => {
    const externalReferenceId = unique('refused');
    const answer = await submit({ externalReferenceId, items: lines() });
    expect([answer.status, answer.body.type]).toEqual([400, 'VALIDATION_ERROR']);
    expect(answer.body.errors).toMatchObject([{ path }]);
    expect((await sluice.listPayoutBatches({ externalReferenceId })).data).toEqual([]);
  });

  test('for a byte too many is one of the largest lines that would fit without it', async () => {
    const largest = largestRun(destinationAccountId, LINES);
    const tooLong = await submitBytes(padded(largest, mostBodyBytes + 1));
    expect([tooLong.status, tooLong.body.type]).toEqual([400, 'BAD_REQUEST']);

    const fits = await submitBytes(padded(largest, mostBodyBytes));

    expect([fits.status, fits.body]).toMatchObject([202, { status: 'received', itemCount: LINES }]);
    await untilBatch({ sluice }, fits.body, PATIENCE_MS, 'awaiting_confirmation');
    const shown = await itemsOf({ sluice }, fits.body);
    expect(shown.map(({ status, request }) => ({ status, request }))).toEqual(
      largest.items.map((request) => ({ status: 'valid', request })),
    );
    await sluice.cancelPayoutBatch({ batchId: fits.body.batchId });
  });
});

describe('two runs of one reference at once', { timeout: 2 * PATIENCE_MS }, () => {
  test('become one, and the other’s key pays what it is sent with next, and no more', async () => {
    const externalReferenceId = unique('twice');
    const runs = [linesTo({ destinationAccountId }, 120), linesTo({ destinationAccountId }, 110)];
    const keys = runs.map(() => unique('run'));

    const answers = await Promise.all(runs.map((items, index) => submit({ externalReferenceId, items }, keys[index])));

    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
    const [won, lost] = answers[0]?.status === 202 ? [0, 1] : [1, 0];
    const { batchId } = answers[won]?.body ?? {};
    expect(answers[lost]?.body).toMatchObject({ type: 'PAYOUT_BATCH_DUPLICATE_REFERENCE', originalBatchId: batchId });
    // Another body under the key of a refusal, with a shorter list of lines.
    const shorter = linesTo({ destinationAccountId }, 7);
    const again = await submit({ externalReferenceId: unique('again'), items: shorter }, keys[lost]);
    expect([again.status, again.body]).toMatchObject([202, { itemCount: 7 }]);
    for (const run of [{ batchId }, again.body]) await untilBatch({ sluice }, run, PATIENCE_MS, 'completed');
    await expectPaid(batchId, runs[won] ?? []);
    await expectPaid(again.body.batchId, shorter);
    const refused = new Set(runs[lost]?.map(({ reference }) => reference));
    expect((await readBooks(sluice)).orders.filter(({ reference }) => refused.has(reference))).toEqual([]);
  });
});

describe('kill -9 in the middle of creation, and a restart on the same data', { timeout: 3 * AFTER_CRASH_MS }, () => {
  test('makes no line two payouts, and leaves none out', async () => {
    const items = linesTo({ destinationAccountId }, 400);
    const run = await sluice.createPayoutBatch({ externalReferenceId: unique('crash'), items });
    const before = await until('the first lines are created', PATIENCE_MS, async () => {
      const { counts } = await sluice.getPayoutBatch({ batchId: run.batchId });
      return counts.created > 0 ? counts.created : undefined;
    });
    await stack.kill9();
    expect(before).toBeLessThan(items.length);

    await stack.restart();
    connect();

    const found = await sluice.getPayoutBatch({ batchId: run.batchId });
    expect(found.status).toBe('creating');
    expect(found.counts.created).toBeGreaterThanOrEqual(before);
    await untilBatch({ sluice }, run, AFTER_CRASH_MS, 'completed');
    await expectPaid(run.batchId, items);
  });
});

test('nothing was answered with a failure of ours, and balance, ledger, feed and orders agree', async () => {
  expectAgreement(await readBooks(sluice));
  expect(failures).toEqual([]);
});

/** The stack that runs listens somewhere else after a restart. */
function connect(): void {
  const { baseUrl, organizationId, apiKey } = stack;
  sluice = new Sluice({ baseUrl, organizationId, apiKey });
  call = handSigned({ baseUrl, organizationId, apiKey });
}

function submit(body: object, idempotencyKey?: string): Promise<Answer> {
  return submitBytes(JSON.stringify(body), idempotencyKey);
}

async function submitBytes(rawBody: string, idempotencyKey = unique('run')): Promise<Answer> {
  const path = '/payments/organizations/{orgId}/payouts/batches';
  const answer = await call('POST', path, { rawBody, idempotencyKey });
  if (answer.status >= 500) failures.push(answer.text);
  return answer;
}

function withLast(fault: object): unknown[] {
  return linesTo({ destinationAccountId }, 10).map((line, index) => (index === 9 ? { ...line, ...fault } : line));
}

async function ordersOf(batchId: string) {
  return (await readBooks(sluice)).orders.filter((order) => order.batchId === batchId);
}

/** Checks that these lines of a run, and no others, are payouts, in their order, and that its items name them. */
async function expectPaid(batchId: string, lines: readonly CreatePayout[]): Promise<void> {
  const [books, items] = await Promise.all([readBooks(sluice), itemsOf({ sluice }, { batchId })]);
  const orders = books.orders.filter((order) => order.batchId === batchId);
  expect(orders.map(({ reference, sourceAmount }) => ({ reference, amount: sourceAmount }))).toEqual(
    lines.map(({ reference, amount }) => ({ reference, amount })),
  );
  const created = (item: PayoutBatchItem) => (item.status === 'created' ? [item.payoutId] : []);
  expect(items.flatMap(created)).toEqual(orders.map(({ payoutId }) => payoutId));
  const ids = new Set(orders.map(({ payoutId }) => payoutId));
  expect(books.rows.filter(({ payoutId = '' }) => ids.has(payoutId))).toHaveLength(lines.length);
  const ofBatch = books.events.filter((event) => event.batchId === batchId);
  const pending = ofBatch.filter(({ type }) => type === 'payout.pending');
  expect(pending.map(({ payoutId }) => payoutId)).toEqual([...ids]);
  expect(ofBatch.filter(({ type }) => type === 'payout_batch.completed')).toHaveLength(1);
}

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Sluice } from '../../client/src/index.ts';
import { inParallel } from '../../scripts/support/in-parallel.ts';
import { until } from '../../scripts/support/until.ts';
import { expectAgreement, readBooks } from '../support/books.ts';
import { type Answer, handSigned } from '../support/hand-signed.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';
import { descendantsOf, running } from './support/processes.ts';
import { createAccount, unique } from './support/recipients.ts';
import { untilExecuted } from './support/until-executed.ts';
import { untilSettled } from './support/until-settled.ts';

const ACCEPTS = 40;
const WIDTH = 8;
/** An execution that died holds its key for twelve seconds. */
const EXECUTED_WITHIN_MS = 60_000;
/** A worker that died holds its payouts for half a minute. */
const SETTLED_WITHIN_MS = 120_000;
const GONE_WITHIN_MS = 15_000;

/** One accept, sent until it is answered: always the same bytes under the same key. */
interface Accept {
  readonly idempotencyKey: string;
  readonly body: { readonly snapshotId: string; readonly reference: string };
}

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack?.[Symbol.asyncDispose]());

describe('kill -9 during a load of accepts, and a restart on the same data', { timeout: 300_000 }, () => {
  test.each([
    ['among the first', 3],
    ['while earlier payouts are on their way', 25],
  ])('%s: what was acknowledged is there once, what was not runs once', async (_, killAfter) => {
    const accepts = await prepare();
    const processes = [stack.pid, ...descendantsOf(stack.pid)];

    const acknowledged = await acceptUntilKilled(accepts, killAfter);
    await stack.restart();

    await until('every process of the killed stack is gone', GONE_WITHIN_MS, () => none(running(processes)));
    expect(acknowledged.size).toBeGreaterThanOrEqual(killAfter);
    expect(acknowledged.size).toBeLessThan(ACCEPTS);
    const answers = await inParallel(WIDTH, accepts, sendUntilExecuted);
    for (const [index, { idempotencyKey }] of accepts.entries()) {
      const before = acknowledged.get(idempotencyKey);
      if (before) expect(replayOf(answers[index])).toEqual(['true', before.text]);
    }
    const again = await inParallel(WIDTH, accepts, sendUntilExecuted);
    expect(again.map(replayOf)).toEqual(answers.map(({ text }) => ['true', text]));

    const sluice = new Sluice(quickstart());
    await untilSettled(sluice, SETTLED_WITHIN_MS);
    const books = await readBooks(sluice);
    expectAgreement(books);
    expect(books.orders.filter(({ status }) => status !== 'completed')).toEqual([]);
    const references = new Map(accepts.map(({ body }, index) => [body.reference, answers[index]?.body.payoutId]));
    const mine = books.orders.filter(({ reference = '' }) => references.has(reference));
    expect(new Map(mine.map(({ reference = '', payoutId }) => [reference, payoutId]))).toEqual(references);
    expect(mine).toHaveLength(ACCEPTS);
  });
});

describe('Ctrl-C', () => {
  test('ends the stack with 0 and leaves no child process', async () => {
    const { pid } = stack;
    const processes = [pid, ...descendantsOf(pid)];

    process.kill(pid, 'SIGINT');

    await until('every process is gone', GONE_WITHIN_MS, () => none(running(processes)));
    expect(await stack.stop()).toBe(0);
  });
});

function quickstart() {
  const { baseUrl, organizationId, apiKey } = stack;
  return { baseUrl, organizationId, apiKey };
}

/** Money and quotes for a load of accepts. */
async function prepare(): Promise<Accept[]> {
  const sluice = new Sluice({ ...quickstart(), maxRetries: 20 });
  await sluice.fundSandbox({ amount: '1000.00' });
  const destinationAccountId = await createAccount(sluice);
  return inParallel(4, Array.from({ length: ACCEPTS }), async () => {
    const { snapshotId } = await sluice.createQuote({ amount: '10.00', destinationAccountId });
    return { idempotencyKey: unique('crash'), body: { snapshotId, reference: unique('crash') } };
  });
}

/** Sends the accepts, and kills the stack as soon as enough of them were acknowledged, in the middle of others. */
async function acceptUntilKilled(accepts: readonly Accept[], killAfter: number): Promise<Map<string, Answer>> {
  const acknowledged = new Map<string, Answer>();
  let killed: Promise<void> | undefined;
  await inParallel(WIDTH, accepts, async (accept) => {
    if (killed) return;
    const answer = await send(accept).catch(() => undefined);
    if (answer?.status === 200) acknowledged.set(accept.idempotencyKey, answer);
    if (acknowledged.size >= killAfter) killed ??= stack.kill9();
  });
  await killed;
  return acknowledged;
}

function sendUntilExecuted(accept: Accept): Promise<Answer> {
  return untilExecuted(accept.idempotencyKey, EXECUTED_WITHIN_MS, () => send(accept));
}

function send({ idempotencyKey, body }: Accept): Promise<Answer> {
  return handSigned(quickstart())('POST', '/payments/organizations/{orgId}/quotes/accept', { idempotencyKey, body });
}

function replayOf(answer: Answer | undefined) {
  return [answer?.headers.get('idempotency-replayed'), answer?.text];
}

function none(pids: readonly number[]): true | undefined {
  return pids.length === 0 || undefined;
}

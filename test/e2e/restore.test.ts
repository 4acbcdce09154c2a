import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StandIns } from '../../local/data/stand-ins.ts';
import { createTableClients } from '../../local/dynamodb-local/table-clients.ts';
import { readArguments } from '../../operator/arguments.ts';
import { runCommand } from '../../operator/run.ts';
import { localTarget } from '../../operator/target/local-target.ts';
import { until } from '../../scripts/support/until.ts';
import { expectAgreement, readBooks } from '../support/books.ts';
import { type Answer, handSigned } from '../support/hand-signed.ts';
import { restoreBackup, takeBackup } from '../support/restored-table.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';
import { newPayment, type Payment, patientClient, sendPayment } from './support/payments.ts';
import { createAccount, unique } from './support/recipients.ts';
import { untilSettled } from './support/until-settled.ts';

const SETTLED_WITHIN_MS = 120_000;
/** What was found a moment ago is not released: clocks differ by so much. */
const FOUND_BEFORE_MS = 5_500;
/** Of each run. */
const LINES = 3;

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack?.[Symbol.asyncDispose]());

const client = () => patientClient(stack);
const payment = (account: string) => newPayment(account, 'restore');
const send = (wanted: Payment) => sendPayment(stack, wanted);

test('back up, pay, restore, reconcile, go on: nobody is paid twice', { timeout: 300_000 }, async () => {
  const sluice = client();
  await sluice.fundSandbox({ amount: '1000.00' });
  const account = await createAccount(sluice);
  const before = [payment(account), payment(account)];
  await Promise.all(before.map(pay));
  await untilSettled(sluice, SETTLED_WITHIN_MS);
  // On its way when the backup is taken.
  const underway = await pay(payment(account));
  // Waits for its confirm when the backup is taken, and is paid afterwards.
  const waiting = run(account, { autoCommit: false });
  const { batchId } = (await submit(waiting)).body;
  await untilBatch(batchId, 'awaiting_confirmation');
  const restorePoint = new Date();
  const backup = await takeBackup(table('tableName'));
  const lost = [payment(account), payment(account), payment(account)];
  const first = await Promise.all(lost.map(pay));
  const lostRun = run(account);
  const { batchId: lostBatchId } = (await submit(lostRun)).body;
  await sluice.confirmPayoutBatch({ batchId });
  await untilBatch(batchId, 'completed');
  await untilBatch(lostBatchId, 'completed');
  await untilSettled(sluice, SETTLED_WITHIN_MS);
  const balance = await sluice.getBalance();
  const sent = await takeBackup(table('railTableName'));
  const inRuns = 2 * LINES;
  expect(sent).toHaveLength(6 + inRuns);

  await startAgain('--rails-frozen', '--batches-frozen');
  await restoreBackup(table('tableName'), backup);
  expect(await ops('restore-check', '--since', restorePoint.toISOString())).toMatchObject({
    code: 1,
    lines: [
      ...Array.from({ length: lost.length + inRuns }, () =>
        expect.stringMatching(/the table has not; --settle writes it back$/),
      ),
      expect.stringContaining(`${stack.organizationId}: stays suspended until this is settled`),
      'open payout links of before the restore keep what they hold until a run with --release',
    ],
  });
  expect((await send(lost[0] as Payment)).body).toMatchObject({ type: 'ACCOUNT_BLOCKED' });
  expect((await ops('restore-check', '--since', restorePoint.toISOString(), '--settle')).code).toBe(0);
  expect((await send(lost[0] as Payment)).body).toMatchObject({ type: 'ACCOUNT_BLOCKED' });
  await sleep(FOUND_BEFORE_MS);
  expect(await ops('restore-check', '--since', restorePoint.toISOString(), '--release')).toMatchObject({
    code: 0,
    lines: ['sound', expect.stringContaining(`${stack.organizationId}: released`)],
  });
  expect((await ops('check', stack.organizationId)).lines).toEqual(['sound']);

  // The callers never heard of their answers, and send everything again, while the rails are still frozen and afterwards.
  const again = await Promise.all([...before, ...lost].map(send));
  expect(again.map(({ headers }) => headers.get('idempotency-replayed'))).toEqual(Array(5).fill('true'));
  expect(again.slice(2).map(({ body }) => body)).toEqual(first.map(({ body }) => body));
  for (const idempotencyKey of [lostRun.idempotencyKey, unique('restore')]) {
    expect((await submit({ ...lostRun, idempotencyKey }, 409)).body).toMatchObject({
      type: 'PAYOUT_BATCH_DUPLICATE_REFERENCE',
      originalBatchId: lostBatchId,
    });
  }
  await client().confirmPayoutBatch({ batchId });
  await startAgain();
  await untilBatch(batchId, 'completed');
  await untilSettled(client(), SETTLED_WITHIN_MS);
  await Promise.all(lost.map(send));

  expect((await takeBackup(table('railTableName'))).map(paidOf).sort()).toEqual(sent.map(paidOf).sort());
  expect(await client().getOrder({ payoutId: underway.body.payoutId })).toMatchObject({ status: 'completed' });
  expect(await client().getBalance()).toEqual(balance);
  const books = await readBooks(client());
  expectAgreement(books);
  expect(books.orders.map(({ payoutId }) => payoutId).sort()).toEqual(sent.map(({ key }) => key).sort());
  expect(await pay(payment(account))).toMatchObject({ status: 200 });
});

/** A run, sent always with the same bytes. */
function run(
  destinationAccountId: string,
  more: object = {},
): Pick<Payment, 'idempotencyKey'> & { readonly body: object } {
  const items = Array.from({ length: LINES }, () => payment(destinationAccountId).body);
  const body = { externalReferenceId: unique('run'), items, ...more };
  return { idempotencyKey: unique('restore'), body };
}

async function submit(wanted: ReturnType<typeof run>, status = 202): Promise<Answer> {
  const answer = await handSigned(stack)('POST', '/payments/organizations/{orgId}/payouts/batches', wanted);
  expect(answer.status, answer.text).toBe(status);
  return answer;
}

function untilBatch(batchId: string, status: string): Promise<true> {
  return until(`${batchId} is ${status}`, SETTLED_WITHIN_MS, async () => {
    const batch = await client().getPayoutBatch({ batchId });
    return batch.status === status || undefined;
  });
}

async function pay(wanted: Payment): Promise<Answer> {
  const answer = await send(wanted);
  expect(answer.status, answer.text).toBe(200);
  return answer;
}

/** Ends the stack and starts it on the same data. */
async function startAgain(...args: string[]): Promise<void> {
  expect(await stack.stop()).toBe(0);
  stack = await startTestStack({ dataDirectory: stack.dataDirectory, args });
}

/** A table of the running stack, beside the service. */
function table(name: 'tableName' | 'railTableName') {
  const standIns: StandIns = JSON.parse(readFileSync(join(stack.dataDirectory, 'stand-ins.json'), 'utf8'));
  const { documents } = createTableClients(standIns.dynamoDb, standIns.databaseKeyId);
  return { client: documents, tableName: standIns[name] };
}

/** A command of the operators, with what it prints. */
async function ops(...args: string[]) {
  const wanted = readArguments([...args, '--data', stack.dataDirectory, ...(args[0] === 'check' ? [] : ['--yes'])]);
  if (typeof wanted === 'string') throw new Error(wanted);
  const lines: string[] = [];
  const terminal = { print: (line: string) => void lines.push(line), note: () => {}, confirm: undefined };
  return { code: await runCommand(wanted, localTarget(stack.dataDirectory), terminal), lines };
}

/** A payment as its rail keeps it, with the time when it first came. */
function paidOf({ key, instruction, receivedAt }: Record<string, unknown>): string {
  return [key, instruction, receivedAt].join(' ');
}

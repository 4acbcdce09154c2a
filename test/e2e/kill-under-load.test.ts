import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StandIns } from '../../local/data/stand-ins.ts';
import { createTableClients } from '../../local/dynamodb-local/table-clients.ts';
import { readArguments } from '../../operator/arguments.ts';
import { runCommand } from '../../operator/run.ts';
import { localTarget } from '../../operator/target/local-target.ts';
import { inParallel } from '../../scripts/support/in-parallel.ts';
import { expectAgreement, readBooks } from '../support/books.ts';
import type { Answer } from '../support/hand-signed.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';
import { newPayment, type Payment, patientClient, sendPayment } from './support/payments.ts';
import { createAccount } from './support/recipients.ts';
import { untilExecuted } from './support/until-executed.ts';
import { untilSettled } from './support/until-settled.ts';

/** `KILL_ROUNDS=50` plays more. */
const rounds = Number(process.env.KILL_ROUNDS ?? 10);
const width = 8;
/** A round's load is killed when this many of its payouts were answered, one more each round, and begins anew. */
const [fewest, most] = [3, 20];
/** An execution that died holds its key for twelve seconds. */
const executedWithinMs = 60_000;
const settledWithinMs = 180_000;

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack?.[Symbol.asyncDispose]());

const client = () => patientClient(stack);
const send = (payment: Payment) => sendPayment(stack, payment);

test('kill -9 of the stack under load, again and again: nothing answered is lost, nothing is paid twice', {
  timeout: 120_000 + rounds * 30_000,
}, async () => {
  const sluice = client();
  await sluice.fundSandbox({ amount: '100000.00' });
  const account = await createAccount(sluice);
  const answers = new Map<Payment, Answer>();
  const unanswered: Payment[] = [];
  for (let round = 0; round < rounds; round++) {
    const killAfter = fewest + (round % (most - fewest));
    const token = randomUUID();
    const count = await useToken(token, round);
    const sent = await payUntilKilled(account, killAfter);
    await stack.restart();

    expect(await check()).toEqual(['sound']);
    // The token was used before the kill, so the transaction is not done again.
    expect(await useToken(token, round)).toEqual(count);
    const answered = [...sent].flatMap(([payment, answer]) => (answer ? [{ payment, answer }] : []));
    expect(answered.length).toBeGreaterThanOrEqual(killAfter);
    await inParallel(width, answered, async ({ payment, answer }) => {
      expect(replayOf(await send(payment))).toEqual(['true', answer.text]);
      answers.set(payment, answer);
    });
    unanswered.push(...[...sent].flatMap(([payment, answer]) => (answer ? [] : [payment])));
  }
  await inParallel(width, unanswered, async (payment) => void answers.set(payment, await sendUntilExecuted(payment)));

  await untilSettled(client(), settledWithinMs);
  expect(await check()).toEqual(['sound']);
  const books = await readBooks(client());
  expectAgreement(books);
  const paid = books.orders.map(({ reference, payoutId }) => `${reference} ${payoutId}`);
  const owed = [...answers].map(([{ body }, answer]) => `${body.reference} ${answer.body.payoutId}`);
  expect(paid.sort()).toEqual(owed.sort());
});

/** Pays without a pause, and kills the stack in the middle of it. @returns what was sent, with the answers that came */
async function payUntilKilled(destinationAccountId: string, killAfter: number) {
  const sent = new Map<Payment, Answer | undefined>();
  let answered = 0;
  let killed: Promise<void> | undefined;
  await inParallel(width, Array.from({ length: 10 * most }), async () => {
    if (killed) return;
    const payment = newPayment(destinationAccountId, 'kill');
    sent.set(payment, undefined);
    const answer = await send(payment).catch(() => undefined);
    if (answer?.status !== 200) return;
    sent.set(payment, answer);
    answered += 1;
    if (answered >= killAfter) killed ??= stack.kill9();
  });
  await killed;
  return sent;
}

function sendUntilExecuted(payment: Payment): Promise<Answer> {
  return untilExecuted(payment.idempotencyKey, executedWithinMs, () => send(payment));
}

function replayOf(answer: Answer) {
  return [answer.headers.get('idempotency-replayed'), answer.text];
}

/** Counts once for each token, beside the service's own items. @returns how often this round was counted */
async function useToken(ClientRequestToken: string, round: number): Promise<unknown> {
  const {
    dynamoDb,
    databaseKeyId,
    railTableName: TableName,
  } = JSON.parse(readFileSync(join(stack.dataDirectory, 'stand-ins.json'), 'utf8')) as StandIns;
  const { client: plain, documents } = createTableClients(dynamoDb, databaseKeyId);
  const Key = { pk: 'counted by the test', sk: String(round) };
  const Update = {
    TableName,
    Key,
    UpdateExpression: 'ADD n :one',
    ExpressionAttributeValues: { ':one': 1 },
  };
  await documents.send(new TransactWriteCommand({ TransactItems: [{ Update }], ClientRequestToken }));
  const { Item } = await documents.send(new GetCommand({ TableName, Key }));
  plain.destroy();
  return Item;
}

/** What `ops check` prints of the organization. */
async function check(): Promise<string[]> {
  const wanted = readArguments(['check', stack.organizationId, '--data', stack.dataDirectory]);
  if (typeof wanted === 'string') throw new Error(wanted);
  const lines: string[] = [];
  const terminal = { print: (line: string) => void lines.push(line), note: () => {}, confirm: undefined };
  await runCommand(wanted, localTarget(stack.dataDirectory), terminal);
  return lines;
}

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Sluice } from '../../client/src/index.ts';
import { inParallel } from '../../scripts/support/in-parallel.ts';
import { cents, decimal, expectAgreement, readBooks } from '../support/books.ts';
import { type Answer, type HandSigned, handSigned } from '../support/hand-signed.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';
import { createAccount, unique } from './support/recipients.ts';
import { untilSettled } from './support/until-settled.ts';

const accept = '/payments/organizations/{orgId}/quotes/accept';
/** Every payout of the file has settled by then. */
const SETTLED_WITHIN_MS = 60_000;

let stack: TestStack;
let sluice: Sluice;
let call: HandSigned;
let destinationAccountId: string;

beforeAll(async () => {
  stack = await startTestStack();
  // Losing a race often enough is a 429: the client waits and asks again, as every caller should.
  sluice = new Sluice({ ...quickstart(), maxRetries: 50 });
  call = handSigned(quickstart());
  destinationAccountId = await createAccount(sluice);
});
afterAll(() => stack?.[Symbol.asyncDispose]());

describe('two hundred accepts at once with one idempotency key', { timeout: 120_000 }, () => {
  test('execute once; the others replay the answer or hear that it is in progress', async () => {
    await sluice.fundSandbox({ amount: '100.00' });
    const body = { snapshotId: await quote('100.00'), reference: unique('one-key') };
    const idempotencyKey = unique('one-key');

    const answers = await Promise.all(
      Array.from({ length: 200 }, () => call('POST', accept, { idempotencyKey, body })),
    );

    const [first, ...replays] = answers.filter(({ status }) => status === 200).sort(bySequenceOfReplay);
    expect(first?.headers.get('idempotency-replayed')).toBe(null);
    expect(replays.map(replay)).toEqual(replays.map(() => ['true', first?.text]));
    expect(unlike(answers, '200', '409 IDEMPOTENCY_KEY_REQUEST_IN_PROGRESS')).toEqual([]);
    expect(replay(await call('POST', accept, { idempotencyKey, body }))).toEqual(['true', first?.text]);
    const { data } = await sluice.listOrders({ reference: body.reference });
    expect(data.map(({ payoutId }) => payoutId)).toEqual([first?.body.payoutId]);
  });
});

describe('twenty identical accepts at once under twenty keys', { timeout: 120_000 }, () => {
  test('execute once; the others name the payout and the key that made it', async () => {
    await sluice.fundSandbox({ amount: '100.00' });
    const body = { snapshotId: await quote('100.00'), reference: unique('twins') };
    const keys = Array.from({ length: 20 }, () => unique('twin'));

    const answers = await Promise.all(
      keys.map((idempotencyKey) => patiently(() => call('POST', accept, { idempotencyKey, body }))),
    );

    const winner = answers.findIndex(({ status }) => status === 200);
    const { payoutId } = answers[winner]?.body ?? {};
    const others = answers.toSpliced(winner, 1);
    expect(others.map((other) => other.body)).toMatchObject(
      others.map(() => ({
        type: 'DUPLICATE_REQUEST_DETECTED',
        status: 409,
        originalPayoutId: payoutId,
        originalIdempotencyKey: keys[winner],
      })),
    );
    expect((await sluice.listOrders({ reference: body.reference })).data).toMatchObject([{ payoutId }]);
  });
});

describe('fifty accepts of different quotes at once against a balance that covers ten', { timeout: 180_000 }, () => {
  test('exactly ten succeed, and balance, ledger, feed and orders agree', async () => {
    await untilSettled(sluice, SETTLED_WITHIN_MS);
    await sluice.fundSandbox({ amount: '1000.00' });
    const { available } = await sluice.getBalance();
    const amount = decimal(cents(available) / 10n);
    const snapshots = await inParallel(4, Array.from({ length: 50 }), () => quote(amount));

    const answers = await Promise.all(
      snapshots.map((snapshotId) =>
        sluice.acceptQuote({ snapshotId }).then(
          () => 'accepted',
          ({ type }) => type,
        ),
      ),
    );

    expect(answers.sort()).toEqual([
      ...Array.from({ length: 40 }, () => 'INSUFFICIENT_BALANCE'),
      ...Array.from({ length: 10 }, () => 'accepted'),
    ]);
    await untilSettled(sluice, SETTLED_WITHIN_MS);
    const books = await readBooks(sluice);
    expect(cents(books.balance.available)).toBe(cents(available) - 10n * cents(amount));
    expectAgreement(books);
  });
});

function quickstart() {
  const { baseUrl, organizationId, apiKey } = stack;
  return { baseUrl, organizationId, apiKey };
}

async function quote(amount: string): Promise<string> {
  return (await sluice.createQuote({ amount, destinationAccountId })).snapshotId;
}

/** Sends again what was refused for now, as Retry-After says; nothing was executed then. */
async function patiently(send: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await send();
    if (answer.status !== 429 || attempt === 50) return answer;
    await sleep(Number(answer.headers.get('retry-after')) * 1000);
  }
}

function replay({ headers, text }: Answer) {
  return [headers.get('idempotency-replayed'), text];
}

function bySequenceOfReplay(a: Answer, b: Answer): number {
  return Number(a.headers.has('idempotency-replayed')) - Number(b.headers.has('idempotency-replayed'));
}

function unlike(answers: readonly Answer[], ...expected: readonly string[]): string[] {
  const named = answers.map(({ status, body }) => (status < 300 ? String(status) : `${status} ${body?.type}`));
  return named.filter((name) => !expected.includes(name));
}

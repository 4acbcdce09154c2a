import { once } from 'node:events';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Intercept, lostAnswer } from '../support/faults.ts';
import type { HttpService } from '../support/http-service.ts';
import { quotedByName } from '../support/quotes.ts';
import { availableOf, type Caller, callerOf, newCaller, payeeOf, processOf, refusalOf, useService } from './support.ts';

const stage = useService();
const idempotencyKey = 'accept-1';
let caller: Caller;
let body: { snapshotId: string; reference: string };

beforeEach(async () => {
  caller = await newCaller(stage.http);
  const quote = { amount: '100.00', destinationAccountId: await payeeOf(caller) };
  body = { snapshotId: (await caller.sluice.createQuote(quote)).snapshotId, reference: 'invoice-1' };
});

const accept = (http: HttpService = stage.http, key = idempotencyKey) =>
  callerOf(http, caller.of).sluice.acceptQuote(body, { idempotencyKey: key });

/** The commit's answer is lost, whether or not it arrived, and so is the look at what became of it. */
const lost =
  (arrives: boolean): Intercept =>
  async ({ name }, go) => {
    if (name !== 'TransactWrite' && name !== 'Delete') return go();
    if (arrives && name === 'TransactWrite') await go();
    throw lostAnswer();
  };

async function expectOnePayout(payoutId: string) {
  const { data } = await caller.sluice.listOrders({ reference: body.reference });
  expect(data.map((order) => order.payoutId)).toEqual([payoutId]);
  expect(await availableOf(caller)).toBe('900.00');
}

describe('Endpoints > Accept a quote (sends the money)', quotedByName, () => {
  test('200: the payout. It debits the balance.', async () => {
    const payout = await accept();
    expect(payout).toMatchObject({ status: 'pending', requiresFunding: false, reference: 'invoice-1' });
    await expectOnePayout(payout.payoutId);
  });

  test('409: `IDEMPOTENCY_KEY_CONFLICT`', async () => {
    const { payoutId } = await accept();
    const other = caller.sluice.acceptQuote({ ...body, reference: 'invoice-2' }, { idempotencyKey });
    expect(await refusalOf(other)).toMatchObject({ type: 'IDEMPOTENCY_KEY_CONFLICT', status: 409 });
    await expectOnePayout(payoutId);
  });

  test('`IDEMPOTENCY_KEY_REQUEST_IN_PROGRESS`', async () => {
    const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = await processOf(stage.http, async ({ name }, go) => {
      if (name === 'TransactWrite') {
        reached.resolve();
        await released.promise;
      }
      return go();
    });
    const running = accept(slow);
    await reached.promise;
    const refusal = await refusalOf(accept());
    released.resolve();
    expect(refusal).toMatchObject({ type: 'IDEMPOTENCY_KEY_REQUEST_IN_PROGRESS', status: 409 });
    await expectOnePayout((await running).payoutId);
  });

  test('`PAYOUT_OUTCOME_UNKNOWN` (replay of a key whose first call answered 500; carries `originalRequestId`)', async () => {
    const first = await refusalOf(accept(await processOf(stage.http, lost(false))));
    expect(first.status).toBe(500);
    expect(await refusalOf(accept())).toMatchObject({
      type: 'PAYOUT_OUTCOME_UNKNOWN',
      status: 409,
      extras: { originalRequestId: first.requestId },
    });
  });

  test('`DUPLICATE_REQUEST_DETECTED` (carries `originalIdempotencyKey`)', async () => {
    const { payoutId } = await accept();
    expect(await refusalOf(accept(stage.http, 'accept-2'))).toMatchObject({
      type: 'DUPLICATE_REQUEST_DETECTED',
      status: 409,
      extras: { originalIdempotencyKey: idempotencyKey, originalPayoutId: payoutId },
    });
    await expectOnePayout(payoutId);
  });

  test('500: `PAYOUT_OUTCOME_UNKNOWN` (money may have moved; never retry under a new key; look up via orders by `reference`; or replay the same key)', async () => {
    const refusal = await refusalOf(accept(await processOf(stage.http, lost(true))));
    expect(refusal).toMatchObject({ type: 'PAYOUT_OUTCOME_UNKNOWN', status: 500 });
    const [order] = (await caller.sluice.listOrders({ reference: body.reference })).data;
    const { payoutId } = await accept();
    expect(order?.payoutId).toBe(payoutId);
    await expectOnePayout(payoutId);
  });

  test('or `INTERNAL` (nothing recorded; same-key retry safe)', async () => {
    const failing: Intercept = async ({ name }, go) => {
      if (name === 'TransactWrite') throw new Error('surprise');
      return go();
    };
    const refusal = await refusalOf(accept(await processOf(stage.http, failing)));
    expect(refusal).toMatchObject({ type: 'INTERNAL', status: 500 });
    expect(await availableOf(caller)).toBe('1000.00');
    await expectOnePayout((await accept()).payoutId);
  });

  test('After a timeout the outcome is unknown: retry with the same key; a replay returns the original payout.', async () => {
    // The answer comes, but only when the caller's patience has ended. It also has to last for the signature.
    const late: typeof fetch = async (input, init) => {
      const response = await fetch(input, { ...init, signal: null });
      const { signal } = init ?? {};
      if (signal && !signal.aborted) await once(signal, 'abort');
      signal?.throwIfAborted();
      return response;
    };
    const impatient = callerOf(stage.http, caller.of, { fetch: late, timeoutMs: 500 });
    const failure = await impatient.sluice.acceptQuote(body, { idempotencyKey }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ type: 'TIMEOUT' });
    const [order] = (await caller.sluice.listOrders({ reference: body.reference })).data;
    const retry = callerOf(stage.http, caller.of);
    expect(await retry.sluice.acceptQuote(body, { idempotencyKey })).toEqual(order);
    expect(retry.exchanges[0]?.response.headers.get('idempotency-replayed')).toBe('true');
    await expectOnePayout(order?.payoutId ?? '');
  });
});

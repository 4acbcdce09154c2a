import { once } from 'node:events';
import { beforeEach, describe, expect, test } from 'vitest';
import { quotedByName } from '../support/quotes.ts';
import { availableOf, type Caller, callerOf, newCaller, payeeOf, useService } from './support.ts';

const stage = useService();
const idempotencyKey = 'accept-1';
let caller: Caller;
let body: { snapshotId: string; reference: string };

beforeEach(async () => {
  caller = await newCaller(stage.http);
  const quote = { amount: '100.00', destinationAccountId: await payeeOf(caller) };
  body = { snapshotId: (await caller.sluice.createQuote(quote)).snapshotId, reference: 'invoice-1' };
});

async function expectOnePayout(payoutId: string) {
  const { data } = await caller.sluice.listOrders({ reference: body.reference });
  expect(data.map((order) => order.payoutId)).toEqual([payoutId]);
  expect(await availableOf(caller)).toBe('900.00');
}

describe('Endpoints > Accept a quote (sends the money)', quotedByName, () => {
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

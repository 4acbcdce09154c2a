import { describe, expect, test } from 'vitest';
import { SluiceError, type SluiceErrorType } from '../src/index.ts';
import { createRetryBudget, isRetryable, retryDelayMs } from '../src/retry.ts';
import { type Received, type Reply, refusal, startService } from './support/service.ts';

const payout = { payoutId: 'po_1', status: 'pending' };
const done: Reply = { status: 200, body: payout };
const busy = (seconds: number) => refusal('RATE_LIMITED', 429, { 'retry-after': String(seconds) });

describe('a failure that may pass', () => {
  test.each<[string, Reply]>([
    ['a closed connection', 'hang up'],
    ['silence beyond the timeout', 'silence'],
    ['RATE_LIMITED', busy(0)],
    ['503 IDEMPOTENCY_UNAVAILABLE', refusal('IDEMPOTENCY_UNAVAILABLE', 503)],
    ['500 INTERNAL', refusal('INTERNAL', 500)],
    ['IDEMPOTENCY_KEY_REQUEST_IN_PROGRESS', refusal('IDEMPOTENCY_KEY_REQUEST_IN_PROGRESS', 409)],
    ["the gateway's own 503", { status: 503, body: '<html>Service Unavailable</html>' }],
    ['a broken body', { status: 200, body: '{"payoutId":' }],
  ])('is tried again with the same key and body and a fresh signature: %s', async (_, first) => {
    const service = await startService(first, done);

    const result = await service.client({ timeoutMs: 500 }).acceptQuote({ snapshotId: 'qs_1' });

    expect(result).toEqual(payout);
    const [one, two] = service.received as [Received, Received];
    expect(one.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
    expect(two.headers['idempotency-key']).toBe(one.headers['idempotency-key']);
    expect(two.body).toBe(one.body);
    expect(two.headers['x-svc-nonce']).not.toBe(one.headers['x-svc-nonce']);
    expect(two.headers['x-svc-signature']).not.toBe(one.headers['x-svc-signature']);
  });

  test('is tried again by challenge, with a new challenge', async () => {
    const service = await startService('hang up', done);

    await service.client({ signing: 'challenge' }).acceptQuote({ snapshotId: 'qs_1' });

    const ids = service.received.map(({ headers }) => headers['x-svc-request-id']);
    expect(new Set(ids).size).toBe(2);
  });

  test('is given up after the bounded number of retries, and the error names key and attempts', async () => {
    const service = await startService(refusal('INTERNAL', 500));
    const client = service.client({ maxRetries: 2 });

    const error = await client.acceptQuote({ snapshotId: 'qs_1' }, { idempotencyKey: 'mine' }).catch((e) => e);

    expect(service.received).toHaveLength(3);
    expect(error).toMatchObject({ type: 'INTERNAL', attempts: 3, idempotencyKey: 'mine' });
  });

  test('waits as long as Retry-After says', async () => {
    const service = await startService(busy(1), done);
    const start = performance.now();

    await service.client().acceptQuote({ snapshotId: 'qs_1' });

    expect(performance.now() - start).toBeGreaterThanOrEqual(990);
  });

  test('is told at once when Retry-After is longer than a minute', async () => {
    const service = await startService(busy(61), done);

    await expect(service.client().acceptQuote({ snapshotId: 'qs_1' })).rejects.toMatchObject({ retryAfterSeconds: 61 });
    expect(service.received).toHaveLength(1);
  });
});

test.each([
  ['PAYOUT_OUTCOME_UNKNOWN', 500],
  ['PAYOUT_OUTCOME_UNKNOWN', 409],
  ['REFUND_OUTCOME_UNKNOWN', 502],
  ['DUPLICATE_REQUEST_DETECTED', 409],
  ['INSUFFICIENT_BALANCE', 400],
  ['CONFLICT', 409],
  ['SIGNATURE_TIMESTAMP_SKEW', 401],
])('%s (%i) is never tried again by itself', async (type, status) => {
  const service = await startService(refusal(type, status), done);

  await expect(service.client().acceptQuote({ snapshotId: 'qs_1' })).rejects.toMatchObject({ type, status });
  expect(service.received).toHaveLength(1);
});

test("the edge's 403 is not tried again", () => {
  expect(isRetryable(new SluiceError('NETWORK_ERROR', 'blocked', { status: 403 }))).toBe(false);
});

test('the delay doubles up to a bound, with full jitter on top of Retry-After', () => {
  const error = (retryAfterSeconds?: number) =>
    new SluiceError<SluiceErrorType>('RATE_LIMITED', '', { status: 429, retryAfterSeconds });

  expect([1, 2, 3, 4, 5, 6].map((attempt) => retryDelayMs(attempt, error(), 0.9999))).toEqual([
    499, 999, 1999, 3999, 7999, 7999,
  ]);
  expect(retryDelayMs(3, error(), 0)).toBe(0);
  expect(retryDelayMs(1, error(7), 0.5)).toBe(7250);
});

describe('a key that another execution holds', () => {
  const held = new SluiceError('IDEMPOTENCY_KEY_REQUEST_IN_PROGRESS', 'held');
  const failed = new SluiceError('INTERNAL', 'failed');

  test('is waited for past the lock of a dead one, beside the retries', () => {
    const mayWait = createRetryBudget(2);

    expect([1, 2, 3, 4].map(() => mayWait(held, 4_000))).toEqual([true, true, true, true]);
    expect([1, 2, 3].map(() => mayWait(failed, 100))).toEqual([true, true, false]);
  });

  test('is not waited for where no retries are wanted', () => {
    expect(createRetryBudget(0)(held, 1_000)).toBe(false);
  });
});

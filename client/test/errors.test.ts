import { describe, expect, expectTypeOf, test, vi } from 'vitest';
import { isSluiceError, SluiceError } from '../src/index.ts';
import { refusal, startService } from './support/service.ts';

async function failureOf(call: PromiseLike<unknown>): Promise<unknown> {
  try {
    return await call;
  } catch (error) {
    return error;
  }
}

describe('an error', () => {
  test("carries the service's error body", async () => {
    const faults = [{ path: 'snapshotId', message: 'is missing', code: 'required' }];
    const service = await startService(
      refusal('VALIDATION_ERROR', 400, {}, { errors: faults, docs: '/docs/errors#VALIDATION_ERROR' }),
    );

    const error = await failureOf(service.client().acceptQuote({ snapshotId: '' }));

    expect(error).toBeInstanceOf(SluiceError);
    expect(error).toMatchObject({
      message: 'VALIDATION_ERROR: VALIDATION_ERROR in words',
      type: 'VALIDATION_ERROR',
      status: 400,
      detail: 'VALIDATION_ERROR in words',
      resolution: 'Do this.',
      requestId: 'req_1',
      docs: expect.stringMatching(/^http:\/\/[\w.:]+\/docs\/errors#VALIDATION_ERROR$/),
      errors: faults,
      attempts: 1,
    });
  });

  test('has the additional fields of its type, and the key it was sent under', async () => {
    const extras = { originalIdempotencyKey: 'first', originalPayoutId: 'po_1' };
    const service = await startService(refusal('DUPLICATE_REQUEST_DETECTED', 409, {}, extras));

    const error = await failureOf(service.client().acceptQuote({ snapshotId: 'qs_1' }));

    expect(isSluiceError(error, 'DUPLICATE_REQUEST_DETECTED') && error.extras).toEqual(extras);
    expect(error).toHaveProperty('idempotencyKey', service.received[0]?.headers['idempotency-key']);
  });

  test('of a read has no key', async () => {
    const service = await startService(refusal('NOT_FOUND', 404));

    const error = await failureOf(service.client().listBalanceTransactions());

    expect(error).toMatchObject({ type: 'NOT_FOUND', idempotencyKey: undefined });
  });

  test('is narrowed by its type', () => {
    const error: unknown = new SluiceError('INSUFFICIENT_BALANCE', 'too little');

    if (isSluiceError(error)) expectTypeOf(error.status).toEqualTypeOf<number | undefined>();
    if (isSluiceError(error, 'INSUFFICIENT_BALANCE', 'TIMEOUT')) {
      expectTypeOf(error.type).toEqualTypeOf<'INSUFFICIENT_BALANCE' | 'TIMEOUT'>();
    }
    expect(isSluiceError(error, 'TIMEOUT')).toBe(false);
    expect(isSluiceError(new Error('other'))).toBe(false);
  });
});

describe('without an answer', () => {
  test('silence is TIMEOUT with its cause', async () => {
    const service = await startService('silence');
    const client = service.client({ maxRetries: 0 });

    const error = await failureOf(client.acceptQuote({ snapshotId: 'qs_1' }, { timeoutMs: 50 }));

    expect(error).toMatchObject({ type: 'TIMEOUT', status: undefined, detail: 'No answer within 50 ms.' });
    expect((error as Error).cause).toBeInstanceOf(Error);
    expect(error).toHaveProperty('idempotencyKey', expect.any(String));
  });

  test('a closed connection is NETWORK_ERROR with its cause', async () => {
    const service = await startService('hang up');

    const error = await failureOf(service.client({ maxRetries: 0 }).acceptQuote({ snapshotId: 'qs_1' }));

    expect(error).toMatchObject({ type: 'NETWORK_ERROR', status: undefined });
    expect((error as Error).cause).toBeInstanceOf(Error);
  });

  test("the edge's HTML is NETWORK_ERROR with its status", async () => {
    const service = await startService({ status: 403, body: '<html>Blocked</html>' });

    const error = await failureOf(service.client().acceptQuote({ snapshotId: 'qs_1' }));

    expect(error).toMatchObject({ type: 'NETWORK_ERROR', status: 403 });
  });

  test("the edge's 429 is RATE_LIMITED", async () => {
    const service = await startService({ status: 429, body: 'slow down' });

    const error = await failureOf(service.client({ maxRetries: 0 }).acceptQuote({ snapshotId: 'qs_1' }));

    expect(error).toMatchObject({ type: 'RATE_LIMITED', status: 429 });
  });

  test('a redirect is not followed', async () => {
    const service = await startService({ status: 307, headers: { location: '/elsewhere' } });

    const error = await failureOf(service.client({ maxRetries: 0 }).acceptQuote({ snapshotId: 'qs_1' }));

    expect(error).toMatchObject({ type: 'NETWORK_ERROR' });
    expect(service.received).toHaveLength(1);
  });
});

describe("the caller's signal", () => {
  test('ends a call in flight with its reason', async () => {
    const service = await startService('silence');
    const controller = new AbortController();
    const failure = failureOf(service.client().acceptQuote({ snapshotId: 'qs_1' }, { signal: controller.signal }));
    await vi.waitFor(() => expect(service.received).toHaveLength(1));
    controller.abort(new Error('enough'));

    expect(await failure).toEqual(new Error('enough'));
    expect(service.received).toHaveLength(1);
  });

  test('ends the wait before a retry', async () => {
    const service = await startService(refusal('RATE_LIMITED', 429, { 'retry-after': '30' }));
    const signal = AbortSignal.timeout(100);

    const error = await failureOf(service.client().acceptQuote({ snapshotId: 'qs_1' }, { signal }));

    expect(error).toBe(signal.reason);
    expect(service.received).toHaveLength(1);
  });

  test('that is aborted already sends nothing', async () => {
    const service = await startService();

    await failureOf(service.client().acceptQuote({ snapshotId: 'qs_1' }, { signal: AbortSignal.abort() }));

    expect(service.received).toHaveLength(0);
  });
});

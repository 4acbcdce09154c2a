import { beforeAll, describe, expect, test } from 'vitest';
import { lockMs } from '../../../../shared/journal/idempotency/record.ts';
import { auditRows, expectError } from '../../../support/answers.ts';
import type { Intercept } from '../../../support/faults.ts';
import { quotes } from '../../../support/quotes.ts';
import { TestService } from '../../../support/service.ts';
import { operations, prepared, send } from './support.ts';

let service: TestService;

beforeAll(async () => {
  service = await TestService.start();
});

/** Holds the commit of a process until a test lets it go. */
function heldCommit() {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const intercept: Intercept = async ({ name }, go) => {
    if (name === 'TransactWrite') {
      reached.resolve();
      await released.promise;
    }
    return go();
  };
  return { intercept, reached: reached.promise, release: () => released.resolve() };
}

/** Holds the second write of an idempotency record, which takes over what the first one has found. */
function heldTakeOver() {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let puts = 0;
  const intercept: Intercept = async ({ name, input }, go) => {
    const isRecord = name === 'Put' && JSON.stringify(input).includes('IDEMPOTENCY#');
    if (isRecord) puts += 1;
    if (isRecord && puts === 2) {
      reached.resolve();
      await released.promise;
    }
    return go();
  };
  return { intercept, reached: reached.promise, release: () => released.resolve() };
}

describe.each(operations)('%s', (operation) => {
  test(
    'still running refuses its repeat, which is answered once it has ended',
    quotes({
      Endpoints: 'A first request still running is 409 `IDEMPOTENCY_KEY_REQUEST_IN_PROGRESS`.',
      'Endpoints > Accept a quote (sends the money)': '`IDEMPOTENCY_KEY_REQUEST_IN_PROGRESS`',
    }),
    async () => {
      const request = await prepared(operation, service);
      const held = heldCommit();
      const running = send(service.process(held.intercept), request, 'key');
      await held.reached;
      const early = await send(service, request, 'key');
      expectError(early, 'IDEMPOTENCY_KEY_REQUEST_IN_PROGRESS', { status: 409 });
      expect(Number(early.headers['retry-after'])).toBeGreaterThan(0);

      held.release();
      const first = await running;
      expect(await send(service, request, 'key')).toMatchObject({ status: first.status, text: first.text });
      expect(await request.executions()).toBe(1);
    },
  );

  test('whose lock has run out is taken over once: a slow repeat does not reopen what another has completed', async () => {
    const request = await prepared(operation, service);
    const held = heldCommit();
    void send(service.process(held.intercept), request, 'key');
    await held.reached;
    service.clock.advance(lockMs);

    const slow = heldTakeOver();
    const late = send(service.process(slow.intercept), request, 'key');
    await slow.reached;
    const first = await send(service, request, 'key');
    expect(first.status, first.text).toBeLessThan(300);
    slow.release();
    expectError(await late, 'IDEMPOTENCY_KEY_REQUEST_IN_PROGRESS');

    expect(await send(service, request, 'key')).toMatchObject({
      text: first.text,
      headers: { 'idempotency-replayed': 'true' },
    });
    expect(await request.executions()).toBe(1);
    held.release();
  });

  test('whose lock has run out is taken over, and its late commit changes nothing', async () => {
    const request = await prepared(operation, service);
    const held = heldCommit();
    const zombie = send(service.process(held.intercept), request, 'key');
    await held.reached;
    service.clock.advance(lockMs - 1);
    expectError(await send(service, request, 'key'), 'IDEMPOTENCY_KEY_REQUEST_IN_PROGRESS');
    service.clock.advance(1);
    const successor = await send(service, request, 'key');
    expect(successor.status, successor.text).toBeLessThan(300);

    held.release();
    expectError(await zombie, 'IDEMPOTENCY_KEY_REQUEST_IN_PROGRESS');
    expect(await send(service, request, 'key')).toMatchObject({
      text: successor.text,
      headers: { 'idempotency-replayed': 'true' },
    });
    expect(await request.executions()).toBe(1);
  });

  test('that was taken over cannot commit before its successor either', async () => {
    const request = await prepared(operation, service);
    const [first, second] = [heldCommit(), heldCommit()];
    const zombie = send(service.process(first.intercept), request, 'key');
    await first.reached;
    service.clock.advance(lockMs);
    const successor = send(service.process(second.intercept), request, 'key');
    await second.reached;

    first.release();
    expectError(await zombie, 'IDEMPOTENCY_KEY_REQUEST_IN_PROGRESS');
    expect(await request.executions()).toBe(0);
    second.release();
    expect((await successor).status).toBeLessThan(300);
    expect(await request.executions()).toBe(1);
  });
});

test('a zombie that fails for another reason does not free the key of its successor', async () => {
  const request = await prepared('acceptQuote', service);
  const held = heldCommit();
  const zombie = send(
    service.process(async (call, go) => {
      await held.intercept(call, async () => undefined);
      if (call.name === 'TransactWrite') throw new Error('surprise');
      return go();
    }),
    request,
    'key',
  );
  await held.reached;
  service.clock.advance(lockMs);
  const { text } = await send(service, request, 'key');
  held.release();
  expectError(await zombie, 'INTERNAL');
  expect(await send(service, request, 'key')).toMatchObject({ status: 200, text });
  expect(await request.executions()).toBe(1);
});

test('of ten takeovers at once one executes', async () => {
  const request = await prepared('acceptQuote', service);
  const held = heldCommit();
  void send(service.process(held.intercept), request, 'key');
  await held.reached;
  service.clock.advance(lockMs);
  const answers = await Promise.all(Array.from({ length: 10 }, () => send(service, request, 'key')));
  const executed = answers.filter(({ status }) => status === 200);
  expect(executed.filter(({ headers }) => !headers['idempotency-replayed'])).toHaveLength(1);
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    expectError(answer, 'IDEMPOTENCY_KEY_REQUEST_IN_PROGRESS');
  }
  expect(await request.executions()).toBe(1);
});

test('an execution and its refused repeats leave one successful audit row', async () => {
  const request = await prepared('fundSandbox', service);
  const held = heldCommit();
  const running = send(service.process(held.intercept), request, 'key');
  await held.reached;
  await send(service, request, 'key');
  held.release();
  await running;
  const outcomes = (await auditRows(service, request.organization)).map(({ outcome }) => outcome);
  expect(outcomes.sort()).toEqual(['refused', 'succeeded']);
});

import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { discoverEndpoints } from '../../../functions/discover.ts';
import { errorsOf } from '../../../shared/contract/errors-of.ts';
import { rateLimits } from '../../../shared/contract/rate-classes.ts';
import { lockMs } from '../../../shared/journal/idempotency/record.ts';
import { expectError } from '../../support/answers.ts';
import { CapturedLog } from '../../support/captured-log.ts';
import {
  type Intercept,
  readsHead,
  type TableCall,
  throttled,
  throttledTransaction,
  throttlings,
  unread,
} from '../../support/faults.ts';
import { pathOf } from '../../support/journey.ts';
import { addNote, notePages } from '../../support/note-pages.ts';
import { perform } from '../../support/operations.ts';
import { type Answer, TestService } from '../../support/service.ts';
import { type Prepared, prepared, send } from '../journal/idempotency/support.ts';

const captured = new CapturedLog();
let service: TestService;
let request: Prepared;

beforeAll(async () => {
  service = await TestService.start({ log: captured.log }, undefined, notePages);
});

beforeEach(async () => {
  request = await prepared('createPayout', service);
  captured.lines.length = 0;
});

/** The service on a table that refuses some calls. Its pauses move the clock. */
function busy(refuses: (call: TableCall) => boolean, error = throttled('ThrottlingException')): TestService {
  const intercept: Intercept = async (call, go) => {
    if (refuses(call)) throw error;
    return go();
  };
  return service.process(intercept, { sleep: async (ms) => service.clock.advance(Math.ceil(ms)) });
}

const named =
  (...names: string[]) =>
  ({ name }: TableCall) =>
    names.includes(name);

function expectTooMuch(answer: Answer): void {
  expectError(answer, 'RATE_LIMITED');
  expect(answer.headers).toMatchObject({ 'retry-after': '1' });
}

async function expectExecutedOnceBy(answer: Answer): Promise<void> {
  expect(answer, answer.text).toMatchObject({ status: 200 });
  expect(await request.executions()).toBe(1);
}

describe('when the table has too much to do', () => {
  test.each(throttlings)('a read that it refuses with %s is answered 429', async (name) => {
    const { organization } = request;
    const reader = busy(named('Get'), throttled(name));
    expectTooMuch(await reader.get(`${pathOf(organization)}/balance`, organization));
    // Not the caller's fault, and none of ours that wants an alarm.
    expect(captured.take('request')).toMatchObject([{ level: 'info', status: 429, throttled: true }]);
  });

  test('a request that is refused for its own rate is not said to be throttled', async () => {
    const { organization } = request;
    const path = `${pathOf(organization)}/balance`;
    for (let count = 0; count <= rateLimits.standard; count += 1) await service.get(path, organization);
    const refused = captured.take('request').at(-1);
    expect(refused).toMatchObject({ status: 429, type: 'RATE_LIMITED' });
    expect(refused).not.toHaveProperty('throttled');
  });

  test('an idempotency key that it refuses to record is IDEMPOTENCY_UNAVAILABLE with Retry-After, and stays free', async () => {
    const isRecord = ({ name, input }: TableCall) => name === 'Put' && JSON.stringify(input).includes('"IDEMPOTENCY#');
    const answer = await send(busy(isRecord), request, 'key');
    expectError(answer, 'IDEMPOTENCY_UNAVAILABLE');
    expect(answer.headers).toMatchObject({ 'retry-after': '1' });
    await expectExecutedOnceBy(await send(service, request, 'key'));
  });

  test('a commit that it refuses is answered 429, and the key is free', async () => {
    expectTooMuch(await send(busy(named('TransactWrite')), request, 'key'));
    expect(await request.executions()).toBe(0);
    await expectExecutedOnceBy(await send(service, request, 'key'));
  });

  test('a commit that it cancels until the time runs out is answered 429, and the key is free', async () => {
    expectTooMuch(await send(busy(named('TransactWrite'), throttledTransaction()), request, 'key'));
    await expectExecutedOnceBy(await send(service, request, 'key'));
  });

  test('a commit that took effect before its repetition was refused is answered as if nothing had been refused', async () => {
    const repeating = service.process(async ({ name }, go) => {
      const answer = await go();
      if (name === 'TransactWrite') throw throttled('ThrottlingException');
      return answer;
    });
    await expectExecutedOnceBy(await send(repeating, request, 'key'));
  });

  test('and the key cannot be freed either: the outcome is unknown, until the lock has run out', async () => {
    const answer = await send(busy(named('TransactWrite', 'Delete')), request, 'key');
    expectError(answer, 'PAYOUT_OUTCOME_UNKNOWN', { status: 500 });
    expectError(await send(service, request, 'key'), 'PAYOUT_OUTCOME_UNKNOWN', { status: 409 });
    service.clock.advance(lockMs);
    await expectExecutedOnceBy(await send(service, request, 'key'));
  });

  test('a batch whose keys it leaves unread is answered 429, and the key is free', async () => {
    const unreading = service.process(async (call, go) => (readsHead(call) ? unread(call) : go()));
    expectTooMuch(await send(unreading, request, 'key'));
    await expectExecutedOnceBy(await send(service, request, 'key'));
  });

  test('a list that cannot be read whole says when to ask again', async () => {
    const { organization } = request;
    await send(service, request, 'key');
    const unreading = service.process(async (call, go) =>
      call.name === 'BatchGet' && JSON.stringify(call.input).includes('"PAYOUT#') ? unread(call) : go(),
    );
    const answer = await unreading.get(`${pathOf(organization)}/orders?reference=invoice-1`, organization);
    expectError(answer, 'ORDERS_TEMPORARILY_UNAVAILABLE');
    expect(answer.headers).toMatchObject({ 'retry-after': '1' });
  });

  test('a page says when to open it again', async () => {
    const { path } = await addNote(service.runtime, request.organization);
    const answer = await busy(named('BatchGet', 'Get')).send('GET', path, '', {});
    expect(answer).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
  });

  test('an operation is answered RATE_LIMITED', async () => {
    const { organizationId } = request.organization;
    const { runtime } = busy(named('Get'));
    expect(await perform({ runtime } as TestService, 'show', { organizationId })).toMatchObject({
      error: { type: 'RATE_LIMITED', status: 429 },
    });
  });

  test('whichever call it refuses, the caller is told to try again, and the repetition executes once', async () => {
    const calls: string[] = [];
    await send(
      service.process((call, go) => {
        calls.push(call.name);
        return go();
      }),
      await prepared('createPayout', service),
      'key',
    );
    expect(calls.length).toBeGreaterThan(5);
    for (const refused of calls.keys()) {
      request = await prepared('createPayout', service);
      let count = 0;
      const answer = await send(
        busy(() => count++ === refused),
        request,
        'key',
      );
      if (answer.status !== 200) {
        expect([429, 503], answer.text).toContain(answer.status);
        expect(answer.headers).toMatchObject({ 'retry-after': '1' });
        expect(await request.executions()).toBe(0);
      }
      await expectExecutedOnceBy(await send(service, request, 'key'));
    }
  });
});

test('every endpoint that uses the table says that it may answer RATE_LIMITED', async () => {
  const declarations = (await discoverEndpoints()).map(({ declaration }) => declaration);
  const users = [...declarations, ...notePages].filter(({ tableAccess }) => tableAccess !== 'none');
  expect(users.length).toBeGreaterThan(40);
  const silent = users.filter((endpoint) => !errorsOf(endpoint).includes('RATE_LIMITED'));
  // Whatever keeps the table from answering, health says that it does not: 503.
  expect(silent.map(({ operation }) => operation)).toEqual(['getHealth']);
});

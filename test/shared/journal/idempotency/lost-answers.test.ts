import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { lockMs } from '../../../../shared/journal/idempotency/record.ts';
import { expectError } from '../../../support/answers.ts';
import { type Intercept, lostAnswer, type TableCall } from '../../../support/faults.ts';
import { pathOf } from '../../../support/journey.ts';
import { quotes } from '../../../support/quotes.ts';
import { type Answer, TestService } from '../../../support/service.ts';
import { type Prepared, prepared, send } from './support.ts';

// Hundreds of calls: slow where the machine is busy.
vi.setConfig({ testTimeout: 120_000 });

let service: TestService;
let request: Prepared;

beforeAll(async () => {
  service = await TestService.start();
});

beforeEach(async () => {
  request = await prepared('acceptQuote', service);
});

/** Lets something happen to the commit, and nothing to any other call. */
const onCommit =
  (act: (go: () => Promise<unknown>, call: TableCall) => Promise<unknown>): Intercept =>
  (call, go) =>
    call.name === 'TransactWrite' ? act(go, call) : go();

const tookEffect = async (go: () => Promise<unknown>) => {
  await go();
  throw lostAnswer();
};

const neverArrived = async () => {
  throw lostAnswer();
};

/** The commit goes wrong, and so does looking what became of it. */
const withoutReadBack =
  (act: (go: () => Promise<unknown>) => Promise<unknown>): Intercept =>
  async (call, go) => {
    if (call.name === 'TransactWrite') return act(go);
    if (call.name === 'Delete') throw lostAnswer();
    return go();
  };

function isOfTheKey({ name, input }: TableCall): boolean {
  const { pk } = (input.Key ?? {}) as { pk?: string };
  return name === 'Update' && pk?.startsWith('IDEMPOTENCY#') === true;
}

async function expectExecutedOnce(answer: Answer): Promise<void> {
  expect(answer, answer.text).toMatchObject({ status: 200 });
  expect(await send(service, request, 'key')).toMatchObject({
    status: 200,
    text: answer.text,
    headers: { 'idempotency-replayed': 'true' },
  });
  expect(await request.executions()).toBe(1);
}

test('a request without a key took effect, if its audit row is there when the SDK repeats it with a forgotten token', async () => {
  const repeating = service.process(
    onCommit(async (go, { input }) => {
      await go();
      Object.assign(input, { ClientRequestToken: randomUUID() });
      return go();
    }),
  );

  const answer = await repeating.call('POST', `${pathOf(request.organization)}/sandbox/fund`, request.organization, {
    body: { amount: '5.00' },
  });

  expect(answer, answer.text).toMatchObject({ status: 201 });
});

describe('the answer to a commit is lost', () => {
  test('the SDK repeats it with the same token', async () => {
    const repeating = service.process(onCommit((go) => go().then(go)));
    await expectExecutedOnce(await send(repeating, request, 'key'));
  });

  test('the SDK repeats it when the token is forgotten', async () => {
    const repeating = service.process(
      onCommit(async (go, { input }) => {
        await go();
        Object.assign(input, { ClientRequestToken: randomUUID() });
        return go();
      }),
    );
    await expectExecutedOnce(await send(repeating, request, 'key'));
  });

  test('it took effect: reading back says so, and the caller is answered as if nothing had been lost', async () => {
    await expectExecutedOnce(await send(service.process(onCommit(tookEffect)), request, 'key'));
  });

  test('it never arrived: INTERNAL, nothing is executed, and the key is free', async () => {
    expectError(await send(service.process(onCommit(neverArrived)), request, 'key'), 'INTERNAL', { status: 500 });
    expect(await request.executions()).toBe(0);
    await expectExecutedOnce(await send(service, request, 'key'));
  });

  test('it arrives after the key was freed: it is refused for good', async () => {
    let arrive: () => Promise<unknown> = async () => undefined;
    const delayed = onCommit(async (go) => {
      arrive = go;
      throw lostAnswer();
    });
    expectError(await send(service.process(delayed), request, 'key'), 'INTERNAL');
    await expect(arrive()).rejects.toThrow('ConditionalCheckFailed');
    expect(await request.executions()).toBe(0);
    await expectExecutedOnce(await send(service, request, 'key'));
    await expect(arrive()).rejects.toThrow('ConditionalCheckFailed');
    expect(await request.executions()).toBe(1);
  });
});

describe('the answer to the beginning of a record is lost, and the SDK repeats it', () => {
  const repeating: Intercept = ({ name, input }, go) => {
    const { pk } = (input.Item ?? {}) as { pk?: string };
    return name === 'Put' && pk?.startsWith('IDEMPOTENCY#') ? go().then(go) : go();
  };

  test('the record that it finds is its own: it executes', async () => {
    await expectExecutedOnce(await send(service.process(repeating), request, 'key'));
  });

  test('so is the one that it has taken over', async () => {
    const dying = service.process(withoutReadBack(neverArrived));
    expectError(await send(dying, request, 'key'), 'PAYOUT_OUTCOME_UNKNOWN', { status: 500 });
    service.clock.advance(lockMs);
    await expectExecutedOnce(await send(service.process(repeating), request, 'key'));
  });
});

describe('the answer is lost and cannot be read back: PAYOUT_OUTCOME_UNKNOWN', () => {
  test(
    'it took effect: the same key replays the payout',
    quotes({
      'Endpoints > Accept a quote (sends the money)': [
        '500: `PAYOUT_OUTCOME_UNKNOWN` (money may have moved; never retry under a new key',
        'or replay the same key)',
      ],
    }),
    async () => {
      const unknown = await send(service.process(withoutReadBack(tookEffect)), request, 'key');
      expectError(unknown, 'PAYOUT_OUTCOME_UNKNOWN', { status: 500 });
      const answer = await send(service, request, 'key');
      expect(answer.headers).toMatchObject({ 'idempotency-replayed': 'true' });
      await expectExecutedOnce(answer);
    },
  );

  test(
    'it never arrived: a replay is told so with 409 while the lock lasts, and then executes once',
    quotes({
      'Endpoints > Accept a quote (sends the money)':
        '`PAYOUT_OUTCOME_UNKNOWN` (replay of a key whose first call answered 500; carries `originalRequestId`)',
    }),
    async () => {
      const unknown = await send(service.process(withoutReadBack(neverArrived)), request, 'key');
      expectError(unknown, 'PAYOUT_OUTCOME_UNKNOWN', { status: 500 });
      for (let replays = 0; replays < 2; replays += 1) {
        const replay = await send(service, request, 'key');
        expectError(replay, 'PAYOUT_OUTCOME_UNKNOWN', { status: 409, originalRequestId: unknown.body.requestId });
      }
      service.clock.advance(lockMs);
      await expectExecutedOnce(await send(service, request, 'key'));
    },
  );

  test.each([
    ['acceptQuote', true],
    ['createPayout', true],
    ['createRecipient', false],
    ['fundSandbox', false],
  ])('%s says to look the payout up only where there is one: %s', async (operation, isPayout) => {
    const asked = await prepared(operation, service);
    const advised = isPayout ? expect.stringContaining('look the payout up') : expect.not.stringContaining('look the');
    for (const process of [service.process(withoutReadBack(neverArrived)), service]) {
      const { body } = await send(process, asked, 'key');
      expect(body).toMatchObject({ type: 'PAYOUT_OUTCOME_UNKNOWN', detail: advised });
      expect(body.resolution).not.toContain('payout');
    }
  });

  test('and the table cannot be told either: a replay hears that the first request is still running', async () => {
    const lost = withoutReadBack(neverArrived);
    const speechless: Intercept = (call, go) => (isOfTheKey(call) ? neverArrived() : lost(call, go));
    expectError(await send(service.process(speechless), request, 'key'), 'PAYOUT_OUTCOME_UNKNOWN', { status: 500 });
    expectError(await send(service, request, 'key'), 'IDEMPOTENCY_KEY_REQUEST_IN_PROGRESS');
    service.clock.advance(lockMs);
    await expectExecutedOnce(await send(service, request, 'key'));
  });

  test('it arrives after the caller was told: it is refused, and the same key executes once the lock has run out', async () => {
    let arrive: () => Promise<unknown> = async () => undefined;
    const delayed = withoutReadBack(async (go) => {
      arrive = go;
      throw lostAnswer();
    });
    expectError(await send(service.process(delayed), request, 'key'), 'PAYOUT_OUTCOME_UNKNOWN');
    await expect(arrive()).rejects.toThrow('ConditionalCheckFailed');
    expectError(await send(service, request, 'key'), 'PAYOUT_OUTCOME_UNKNOWN', { status: 409 });
    service.clock.advance(lockMs);
    await expectExecutedOnce(await send(service, request, 'key'));
  });

  test('it arrives after somebody took over: it is refused, and the payout exists once', async () => {
    let arrive: () => Promise<unknown> = async () => undefined;
    const delayed = withoutReadBack(async (go) => {
      arrive = go;
      throw lostAnswer();
    });
    expectError(await send(service.process(delayed), request, 'key'), 'PAYOUT_OUTCOME_UNKNOWN');
    service.clock.advance(lockMs);
    const answer = await send(service, request, 'key');
    await expect(arrive()).rejects.toThrow('ConditionalCheckFailed');
    await expectExecutedOnce(answer);
  });

  test(
    'the payout is found by its reference whether the caller repeats or not',
    quotes({ 'Endpoints > Accept a quote (sends the money)': 'look up via orders by `reference`' }),
    async () => {
      await send(service.process(withoutReadBack(tookEffect)), request, 'key');
      const { organization } = request;
      const found = await service.get(`${pathOf(organization)}/orders?reference=invoice-1`, organization);
      expect(found.body.data).toHaveLength(1);
    },
  );
});

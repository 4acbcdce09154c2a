import { createHash, randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { apiPrefix } from '../../../shared/contract/endpoint.ts';
import { sandboxRails } from '../../../shared/providers/sandbox/rails-without-network.ts';
import { auditRows } from '../../support/answers.ts';
import { CapturedLog } from '../../support/captured-log.ts';
import { countedIn, valuesOf, withoutMetrics } from '../../support/counted.ts';
import { createTestTable } from '../../support/dynamodb.ts';
import { type Intercept, lostAnswer, readsHead, transactionConflict } from '../../support/faults.ts';
import { fund, pathOf, recipientBody, type TestOrganization } from '../../support/journey.ts';
import { perform } from '../../support/operations.ts';
import { type Answer, TestService } from '../../support/service.ts';

const captured = new CapturedLog();
let service: TestService;
let organization: TestOrganization;
let balancePath: string;
let fundPath: string;

beforeAll(async () => {
  service = await TestService.start({ log: captured.log }, await createTestTable());
});

beforeEach(async () => {
  organization = await service.organization();
  await fund(service, organization);
  balancePath = `${pathOf(organization)}/balance`;
  fundPath = `${pathOf(organization)}/sandbox/fund`;
  captured.lines.length = 0;
});

/** The only line that the requests since the last look have left; it has the request id of the answer. */
function lineOf(answer: Answer) {
  const lines = captured.take('request');
  expect(lines).toHaveLength(1);
  expect(lines[0].requestId).toBe(answer.headers['x-request-id']);
  return lines[0];
}

const measured = {
  milliseconds: expect.any(Number),
  tableCalls: expect.any(Number),
  readUnits: expect.any(Number),
  writeUnits: expect.any(Number),
  commitAttempts: expect.any(Number),
};

describe('the line of a request', () => {
  test('tells who asked for what, how it ended and what it used, and nothing else', async () => {
    const answer = await service.post(fundPath, organization, { amount: '5.00' });

    const line = lineOf(answer);
    expect(withoutMetrics(line)).toEqual({
      level: 'info',
      message: 'request',
      requestId: expect.stringMatching(/^req_/),
      operation: 'fundSandbox',
      organizationId: organization.organizationId,
      caller: organization.key.prefix,
      status: 201,
      ...measured,
    });
    expect(line).toMatchObject({ commitAttempts: 1 });
    expect(line.tableCalls).toBeGreaterThan(3);
    expect(Math.min(line.readUnits, line.writeUnits)).toBeGreaterThan(0);
  });

  test('has the id that the gateway gave', async () => {
    const { endpoint, event } = balanceEvent({ requestId: 'gateway-1' });
    await endpoint(event as never);
    expect(captured.take('request')).toMatchObject([{ gatewayRequestId: 'gateway-1', operation: 'getBalance' }]);
  });

  test('has the id that CloudFront gave, and nothing that a caller invented in its place', async () => {
    const given = `${'k7HFdQvDz3Vw1tJt'}-e_example_${'QbGvN1cCkz8nA0'}==`;
    const invented = ['short', `${given} and more`, 'x'.repeat(200), '{"level":"ERROR","message":"forged"}'];
    for (const id of [given, ...invented]) {
      const { endpoint, event } = balanceEvent({ requestId: 'gateway-1' });
      await endpoint({ ...(event as object), headers: { ...event.headers, 'x-amz-cf-id': id } } as never);
      const [line] = captured.take('request');
      expect(line?.edgeRequestId).toBe(id === given ? given : undefined);
    }
  });

  test('names a person by a hash of the user id', async () => {
    const member = await service.member(organization.organizationId, 'viewer');
    captured.lines.length = 0;
    const answer = await service.get(balancePath, member);
    const hash = createHash('sha256').update(member.userId).digest('hex').slice(0, 16);
    expect(lineOf(answer)).toMatchObject({ caller: `session:${hash}`, status: 200 });
  });

  test('of a replay says so, and tells what only the replay used', async () => {
    const idempotencyKey = randomUUID();
    const send = () => service.post(fundPath, organization, { amount: '5.00' }, { idempotencyKey });
    const first = lineOf(await send());
    const replay = lineOf(await send());
    expect(first).not.toHaveProperty('replayed');
    expect(replay).toMatchObject({ status: 201, replayed: true });
    expect(replay.writeUnits).toBeLessThan(first.writeUnits);
    expect(replay).not.toHaveProperty('type');
  });

  test.each<[string, () => Promise<Answer>, object]>([
    [
      'a challenge',
      () => service.get(balancePath, organization, { unsigned: true }),
      { status: 202, type: 'SIGNATURE_CHALLENGE' },
    ],
    [
      'a path without a route',
      () => service.send('GET', `${apiPrefix}/nothing`, '', {}),
      { status: 404, type: 'ROUTE_NOT_FOUND', operation: 'routeNotFound' },
    ],
    [
      'a faulty shape',
      () => service.get(`${pathOf(organization)}/orders/a%2Fb`, organization),
      { status: 404, type: 'NOT_FOUND', tableCalls: 0 },
    ],
    [
      'a key that nobody knows',
      () => service.get(balancePath, organization, { headers: { 'x-api-key': 'akid_test_nobody' } }),
      { status: 401, type: 'UNAUTHORIZED' },
    ],
    [
      'a wrong signature',
      () => service.get(balancePath, organization, { headers: { 'x-svc-nonce': 'another' } }),
      { status: 401, type: 'SIGNATURE_INVALID' },
    ],
    ['a faulty body', () => service.post(fundPath, organization, {}), { status: 400, type: 'VALIDATION_ERROR' }],
    [
      'a refusal by the endpoint',
      () =>
        service.post(`${pathOf(organization)}/payouts`, organization, { amount: '1.00', destinationAccountId: 'x' }),
      { status: 404, type: 'DESTINATION_ACCOUNT_NOT_FOUND' },
    ],
  ])('comes for %s too', async (_what, send, expected) => {
    const line = lineOf(await send());
    expect(line).toMatchObject({ level: 'info', ...measured, ...expected });
    expect(line).not.toHaveProperty('error');
  });

  test('of what anybody may call names no caller', async () => {
    const answer = await service.send('GET', `${apiPrefix}/openapi.json`, '', {});
    expect(withoutMetrics(lineOf(answer))).toEqual({
      level: 'info',
      message: 'request',
      requestId: expect.any(String),
      operation: 'getOpenApi',
      status: 200,
      ...measured,
    });
  });

  test('counts each attempt at the commit, where others were first', async () => {
    let conflicts = 2;
    const contended = service.process(async ({ name }, send) => {
      if (name === 'TransactWrite' && conflicts-- > 0) throw transactionConflict();
      return send();
    });
    const answer = await contended.post(fundPath, organization, { amount: '5.00' });
    expect(lineOf(answer)).toMatchObject({ status: 201, commitAttempts: 3 });
  });

  test('of a request has nothing of others that run in the same process', async () => {
    const alone = lineOf(await service.get(balancePath, organization));
    const answers = await Promise.all(Array.from({ length: 5 }, () => service.get(balancePath, organization)));
    const lines = captured.take('request');
    expect(new Set(lines.map(({ requestId }) => requestId)).size).toBe(answers.length);
    for (const { tableCalls, readUnits } of lines) {
      expect({ tableCalls, readUnits }).toEqual({ tableCalls: alone.tableCalls, readUnits: alone.readUnits });
    }
  });
});

/** The event of a read of the balance, and its handler. */
function balanceEvent(context: object) {
  const { routes } = service.handlers();
  const route = routes.find(({ routeKey }) => routeKey.endsWith('/organizations/{orgId}/balance'));
  const target = apiPrefix + balancePath;
  const http = { method: 'GET', path: target, sourceIp: '203.0.113.7' };
  const headers = { 'x-api-key': organization.key.id, ...service.sign('GET', target, '', organization) };
  const pathParameters = { orgId: organization.organizationId };
  const event = { rawPath: target, rawQueryString: '', headers, pathParameters, requestContext: { ...context, http } };
  if (!route) throw new Error('there is no such route');
  return { endpoint: route.handler, event };
}

/** Fails where a decision reads, as a table that is away. */
const failing =
  (error: Error): Intercept =>
  async (call, send) => {
    if (readsHead(call)) throw error;
    return send();
  };

describe('the cause of an answer that is our fault', () => {
  test('is in the line of INTERNAL, with its own causes', async () => {
    const cause = Object.assign(new Error('the host is gone'), { code: 'ECONNREFUSED' });
    const broken = service.process(failing(new TypeError('no table', { cause })));
    const line = lineOf(await broken.post(fundPath, organization, { amount: '5.00' }));
    expect(line).toMatchObject({
      level: 'error',
      status: 500,
      type: 'INTERNAL',
      error: {
        name: 'TypeError',
        message: 'no table',
        stack: expect.stringContaining('    at '),
        cause: { name: 'Error', message: 'the host is gone', code: 'ECONNREFUSED' },
      },
    });
  });

  test('is in the line of PAYOUT_OUTCOME_UNKNOWN: the answer that was lost', async () => {
    const silent = service.process(async ({ name }, send) => {
      if (name === 'TransactWrite' || name === 'Delete') throw lostAnswer();
      return send();
    });
    const answer = await silent.post(fundPath, organization, { amount: '5.00' });
    expect(captured.lines).toContainEqual(
      expect.objectContaining({
        message: 'the answer to a commit was lost',
        requestId: answer.headers['x-request-id'],
      }),
    );
    expect(lineOf(answer)).toMatchObject({
      level: 'error',
      status: 500,
      type: 'PAYOUT_OUTCOME_UNKNOWN',
      error: { name: 'ServiceError', cause: { name: 'TimeoutError', message: 'socket hang up' } },
    });
  });

  test('is in the line of a 503, as a warning', async () => {
    const broken = service.process(async ({ name, input }, send) => {
      const { pk = '' } = (input.Item ?? {}) as { pk?: string };
      if (name === 'Put' && pk.startsWith('IDEMPOTENCY#')) throw lostAnswer();
      return send();
    });
    const line = lineOf(await broken.post(fundPath, organization, { amount: '5.00' }));
    expect(line).toMatchObject({
      level: 'warn',
      status: 503,
      type: 'IDEMPOTENCY_UNAVAILABLE',
      error: { cause: { name: 'TimeoutError' } },
    });
  });

  test('has no fields of an error, which may hold items', async () => {
    const error = Object.assign(new Error('refused'), { Item: { iban: 'DE0012345678' }, CancellationReasons: [{}] });
    const line = lineOf(await service.process(failing(error)).post(fundPath, organization, { amount: '5.00' }));
    expect(Object.keys(line.error).sort()).toEqual(['message', 'name', 'stack']);
    expect(JSON.stringify(line)).not.toContain('DE0012345678');
  });

  test('has nothing of what the caller sent, whoever quotes it', async () => {
    const idempotencyKey = `key-${randomUUID()}`;
    const body = recipientBody({ externalId: 'customer-4711', name: 'Grace Hopper' });
    const { iban = '' } = body.method.recipientDetails as { iban?: string };
    const registration = {
      register: async () => {
        const cause = new Error(`account ${iban} of ${body.name}`);
        throw new Error(`no answer for ${body.externalId}, ${idempotencyKey}: ${JSON.stringify(body)}`, { cause });
      },
    };
    const log = captured.log;
    const quoting = service.process((_call, send) => send(), {
      log,
      rails: () => ({ ...sandboxRails, registration: { sandbox: registration } }),
    });
    const path = `/recipients/${organization.organizationId}`;

    const answer = await quoting.post(path, organization, body, { idempotencyKey });

    const logged = captured.text;
    expect(lineOf(answer)).toMatchObject({
      status: 500,
      error: { message: expect.stringContaining('no answer for [hidden]'), cause: { message: expect.any(String) } },
    });
    for (const secret of [iban, body.name, body.externalId, idempotencyKey]) expect(logged).not.toContain(secret);
  });
});

describe('the line of a request counts', () => {
  test('how long it took by its operation, and its commit, and nothing else where it succeeds', async () => {
    const line = lineOf(await service.post(fundPath, organization, { amount: '5.00' }));
    expect(countedIn([line])).toEqual([
      { name: 'ApiLatency', by: [{ operation: 'fundSandbox' }], value: line.milliseconds },
      { name: 'CommitAttempts', by: [{}], value: 1 },
    ]);
  });

  test('the attempts of its commit where others were first', async () => {
    let conflicts = 2;
    const contended = service.process(async ({ name }, send) => {
      if (name === 'TransactWrite' && conflicts-- > 0) throw transactionConflict();
      return send();
    });
    const line = lineOf(await contended.post(fundPath, organization, { amount: '5.00' }));
    expect(valuesOf([line], 'CommitAttempts')).toEqual([[{}, 3]]);
  });

  test.each<[string, () => Promise<Answer>, { status: number; type: string; also: string[] }]>([
    [
      'a refusal, by operation and by type',
      () => service.post(fundPath, organization, {}),
      { status: 400, type: 'VALIDATION_ERROR', also: [] },
    ],
    [
      'a 503 as a fault of ours, which does not alarm at the first',
      () => silentAt('Put', 'IDEMPOTENCY#').post(fundPath, organization, { amount: '5.00' }),
      { status: 503, type: 'IDEMPOTENCY_UNAVAILABLE', also: ['ApiFaults'] },
    ],
    [
      'INTERNAL as what alarms at the first',
      () => service.process(failing(new Error('away'))).post(fundPath, organization, { amount: '5.00' }),
      { status: 500, type: 'INTERNAL', also: ['ApiFaults', 'InternalError'] },
    ],
    [
      'PAYOUT_OUTCOME_UNKNOWN as what alarms at the first',
      () => silentAt('TransactWrite', '').post(fundPath, organization, { amount: '5.00' }),
      { status: 500, type: 'PAYOUT_OUTCOME_UNKNOWN', also: ['ApiFaults', 'OutcomeUnknown'] },
    ],
  ])('%s', async (_what, send, { status, type, also }) => {
    const line = lineOf(await send());
    expect(line).toMatchObject({ status, type });
    const operation = 'fundSandbox';
    const counted = countedIn([line]);
    expect(counted.map(({ name }) => name).toSorted()).toEqual(['ApiErrors', ...also, 'ApiLatency'].toSorted());
    expect(counted).toContainEqual({ name: 'ApiErrors', by: [{ operation }, { type }], value: 1 });
    for (const { name, by } of counted) if (name === 'ApiFaults') expect(by).toEqual([{ operation }]);
  });

  test('PAYOUT_OUTCOME_UNKNOWN for whoever repeats the key too, which may be the first to hear of it', async () => {
    const idempotencyKey = randomUUID();
    const send = (to: TestService) => to.post(fundPath, organization, { amount: '5.00' }, { idempotencyKey });
    lineOf(await send(silentAt('TransactWrite', '')));
    const line = lineOf(await send(service));
    expect(line).toMatchObject({ level: 'info', status: 409, type: 'PAYOUT_OUTCOME_UNKNOWN' });
    expect(countedIn([line]).map(({ name }) => name)).toEqual(['ApiLatency', 'ApiErrors', 'OutcomeUnknown']);
  });

  test('no error of a challenge and of a replay', async () => {
    const idempotencyKey = randomUUID();
    const send = () => service.post(fundPath, organization, { amount: '5.00' }, { idempotencyKey });
    await send();
    captured.lines.length = 0;
    const lines = [lineOf(await send()), lineOf(await service.get(balancePath, organization, { unsigned: true }))];
    expect(countedIn(lines).map(({ name }) => name)).toEqual(['ApiLatency', 'ApiLatency']);
  });
});

/** A process whose calls of a command get no answer, of items whose partition begins so; nor can a key be freed. */
function silentAt(command: string, partition: string): TestService {
  return service.process(async ({ name, input }, send) => {
    const { pk = '' } = (input.Item ?? {}) as { pk?: string };
    const isFreed = command === 'TransactWrite' && name === 'Delete';
    if (isFreed || (name === command && pk.startsWith(partition))) throw lostAnswer();
    return send();
  });
}

describe('the line of an operation', () => {
  const operationLine = () => {
    const lines = captured.take('operation');
    expect(lines).toHaveLength(1);
    return lines[0];
  };

  test('tells who did what to which organization, and how it ended', async () => {
    const { organizationId } = organization;
    await perform(service, 'suspend', { organizationId }, { operator: 'ada' });
    expect(withoutMetrics(operationLine())).toEqual({
      level: 'info',
      message: 'operation',
      requestId: expect.stringMatching(/^req_/),
      operation: 'suspend',
      organizationId,
      caller: 'operator:ada',
      status: 200,
      ...measured,
    });
  });

  test('comes for refusals, replays and failures too', async () => {
    const { organizationId } = organization;
    await perform(service, 'suspend', { organizationId: 'org_none' });
    expect(operationLine()).toMatchObject({ level: 'info', status: 404, type: 'NOT_FOUND' });
    await perform(service, 'suspend', {});
    expect(operationLine()).toMatchObject({ level: 'info', status: 400, type: 'VALIDATION_ERROR', tableCalls: 0 });

    const adjust = { organizationId, direction: 'credit', amount: '1.00', currency: 'USD', reason: 'goodwill gift' };
    const adjustOnce = (to = service) => perform(to, 'adjust', adjust, { idempotencyKey: 'adjust-1' });
    const broken = service.process(failing(new Error('away: goodwill gift')));
    await adjustOnce(broken);
    expect(operationLine()).toMatchObject({ level: 'error', status: 500, error: { message: 'away: [hidden]' } });
    await adjustOnce();
    await adjustOnce();
    const [first, replay] = captured.take('operation');
    expect([first.replayed, replay.replayed]).toEqual([undefined, true]);
    expect(await auditRows(service, organization)).toContainEqual(
      expect.objectContaining({ requestId: first.requestId, actorUserId: first.caller }),
    );
  });
});

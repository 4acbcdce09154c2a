import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { errorCatalog } from '../../../shared/ground/errors/catalog.ts';
import { expectError, faultsOf } from '../../support/answers.ts';
import { readsHead } from '../../support/faults.ts';
import { bodyOf, fund, pathOf, type TestOrganization } from '../../support/journey.ts';
import { type Answer, TestService } from '../../support/service.ts';

let service: TestService;
let organization: TestOrganization;

beforeAll(async () => {
  service = await TestService.start();
  organization = await service.organization();
});

const fundPath = () => `${pathOf(organization)}/sandbox/fund`;

describe('x-request-id', () => {
  test('is on every answer, another one each time', async () => {
    const idempotencyKey = randomUUID();
    const amount = { amount: '1.00' };
    const answers: Answer[] = [
      await service.post(fundPath(), organization, amount, { idempotencyKey }),
      await service.post(fundPath(), organization, amount, { idempotencyKey }),
      await service.post(fundPath(), organization, amount, { unsigned: true }),
      await service.post(fundPath(), organization, {}),
      await service.get(`${pathOf(organization)}/balance`, organization),
      await service.get('/openapi.json', organization),
      await service.get('/nowhere', organization),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 202, 400, 200, 200, 404]);
    expect(answers[1]?.headers['idempotency-replayed']).toBe('true');
    const ids = answers.map(({ headers }) => headers['x-request-id']);
    expect(new Set(ids).size).toBe(answers.length);
    for (const id of ids) expect(id).toMatch(/^req_[a-z0-9]{25}$/);
  });

  test('is not what the caller sent', async () => {
    const headers = { 'x-request-id': 'mine' };
    const answer = await service.get(`${pathOf(organization)}/balance`, organization, { headers });
    expect(answer.headers['x-request-id']).not.toBe('mine');
  });
});

test('nothing may be kept but the description and the health of the API, which are the same for everybody', async () => {
  const kept = async (path: string) => (await service.get(path, organization)).headers['cache-control'];
  expect(await kept(`${pathOf(organization)}/balance`)).toBe('no-store');
  expect(await kept('/nowhere')).toBe('no-store');
  expect(await kept('/openapi.json')).toBe('public, max-age=300');
  expect(await kept('/health')).toBe('public, max-age=5');
});

test('every answer tells browsers to take it as it is, over TLS, and to tell nobody its address', async () => {
  const answers = [
    await service.get(`${pathOf(organization)}/balance`, organization),
    await service.post(fundPath(), organization, { amount: '1.00' }, { unsigned: true }),
    await service.get('/openapi.json', organization),
    await service.get('/nowhere', organization),
  ];
  for (const { headers } of answers) {
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'strict-transport-security': expect.stringMatching(/^max-age=\d{8}$/),
      'referrer-policy': 'no-referrer',
    });
  }
});

test('an error has the fields of the Error body, and no others than its type adds', async () => {
  const { body, headers } = await service.get('/nowhere', organization);
  expect(body).toEqual({
    type: 'ROUTE_NOT_FOUND',
    status: 404,
    detail: expect.any(String),
    resolution: errorCatalog.ROUTE_NOT_FOUND.resolution,
    docs: '/docs/errors#ROUTE_NOT_FOUND',
    requestId: headers['x-request-id'],
  });
  const invalid = await service.post(fundPath(), organization, {});
  expect(Object.keys(invalid.body)).toEqual(['type', 'status', 'detail', 'resolution', 'docs', 'requestId', 'errors']);
});

test('answers are JSON that nobody keeps', async () => {
  for (const path of [`${pathOf(organization)}/balance`, '/nowhere']) {
    const { headers } = await service.get(path, organization);
    expect(headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  }
});

describe('ROUTE_NOT_FOUND', () => {
  test.each([
    ['GET', '/nowhere'],
    ['GET', '/nowhere?a=1&a=2&__proto__=3'],
    ['POST', '/nowhere'],
    ['DELETE', '/openapi.json'],
    ['PUT', '/payments/organizations/x/balance'],
    ['GET', ''],
    ['GET', '/payments/organizations//balance/'],
  ])('answers %s %s, signed or not', async (method, path) => {
    expectError(await service.call(method, path, organization), 'ROUTE_NOT_FOUND', { status: 404 });
    expectError(await service.call(method, path, organization, { unsigned: true }), 'ROUTE_NOT_FOUND');
  });
});

describe('a path id that no resource can have is NOT_FOUND', () => {
  test.each(['a b', 'po_ü', 'po_\u0000', "po_'", 'po_<script>', 'po_%20', 'po_\n', 'x'.repeat(129), '', 'po_1;2'])(
    '%j',
    async (id) => {
      expectError(await service.get(`${pathOf(organization)}/orders/${id}`, organization), 'NOT_FOUND', {
        status: 404,
      });
      const elsewhere = await service.get(`/payments/organizations/${id}/balance`, organization, { unsigned: true });
      expectError(elsewhere, 'NOT_FOUND');
    },
  );

  test.each(['..', '.', '__proto__', 'constructor', 'po_', 'PO_1', '-', 'x'.repeat(128)])(
    '%j, which only looks like one',
    async (id) => {
      expectError(await service.get(`${pathOf(organization)}/orders/${id}`, organization), 'NOT_FOUND');
    },
  );
});

describe('the query', () => {
  test('has no unknown parameters: each is named', async () => {
    const query = 'since=0&foo=1&bar=2&__proto__=3&constructor=4';
    expect(faultsOf(await service.get(`${pathOf(organization)}/events?${query}`, organization))).toEqual(
      ['foo', 'bar', '__proto__', 'constructor'].map((name) => `${name}: unrecognized_key`),
    );
  });

  test('has none at all where none is declared', async () => {
    expect(faultsOf(await service.get(`${pathOf(organization)}/balance?currency=USD`, organization))).toEqual([
      'currency: unrecognized_key',
    ]);
    expect(faultsOf(await service.post(`${fundPath()}?amount=1`, organization, { amount: '1.00' }))).toEqual([
      'amount: unrecognized_key',
    ]);
  });

  test('repeats no parameter, not even with the same value or by another spelling of its name', async () => {
    for (const query of ['limit=5&limit=6', 'limit=5&limit=5', 'limit=5&%6Cimit=5']) {
      const answer = await service.get(`${pathOf(organization)}/events?${query}`, organization);
      expect(faultsOf(answer)).toEqual(['limit: repeated_parameter']);
    }
  });

  const notUtf8: Readonly<Record<string, string>> = {
    'Latin-1': '%E4',
    'a cut sequence': '%C3',
    'a cut sequence before a letter': '%E2%82x',
    'a continuation alone': '%80',
    'an overlong encoding': '%C0%AF',
    'an overlong zero': '%E0%80%80',
    'an encoded surrogate': '%ED%A0%80',
    'an encoded pair of surrogates': '%ED%A0%BD%ED%B8%80',
    'a character above Unicode': '%F4%90%80%80',
    'a cut escape': 'x%C',
    'a percent sign': '100%',
    'no escape': '%zz',
    'UTF-16': '%FF%FEa%00',
  };

  test.each(Object.entries(notUtf8))('has percent-encoded UTF-8 alone: %s is named', async (_what, value) => {
    const paths = [
      'orders?reference=',
      'audit-events?action=',
      'audit-events?limit=1&cursor=',
      'payouts/batches?externalReferenceId=',
    ];
    for (const path of paths) {
      const name = /(\w+)=$/.exec(path)?.[1];
      const answer = await service.get(`${pathOf(organization)}/${path}${value}`, organization);
      expect(faultsOf(answer), path).toEqual([`${name}: invalid_encoding`]);
      expect(answer.body.resolution).toContain('%25');
    }
    const named = await service.get(`${pathOf(organization)}/events?${value}=1`, organization);
    expect(faultsOf(named)).toEqual([expect.stringMatching(/: invalid_encoding$/)]);
  });

  test('is read as UTF-8 where it is', async () => {
    for (const value of ['%C3%A4', 'a+b', '%F0%9F%98%80', '%25', '100%25', "'()*~", '%EF%BF%BD']) {
      bodyOf(await service.get(`${pathOf(organization)}/orders?reference=${value}`, organization));
    }
  });

  test('names every faulty parameter', async () => {
    const answer = await service.get(`${pathOf(organization)}/events?since=-1&limit=501&type=nothing`, organization);
    expect(answer.body.errors.map(({ path }: { path: string }) => path)).toEqual(['since', 'type[0]', 'limit']);
  });
});

describe('a surprise', () => {
  const secret = 'table arn:aws:dynamodb:secret';
  const logged: unknown[] = [];
  const surprising = () =>
    service.process(
      async (call, send) => {
        if (readsHead(call)) throw new Error(secret);
        return send();
      },
      { log: { ...service.runtime.log, error: (...input: unknown[]) => void logged.push(input) } },
    );

  test('is INTERNAL: its message stays in the log, under the request id', async () => {
    const answer = await surprising().post(fundPath(), organization, { amount: '1.00' });
    expectError(answer, 'INTERNAL', { status: 500 });
    expect(answer.text).not.toContain('arn');
    expect(logged).toEqual([
      [
        expect.any(String),
        expect.objectContaining({
          requestId: answer.headers['x-request-id'],
          operation: 'fundSandbox',
          error: expect.objectContaining({ message: secret }),
        }),
      ],
    ]);
  });

  test('releases the idempotency key', async () => {
    const idempotencyKey = randomUUID();
    const other = await service.organization();
    const path = `${pathOf(other)}/sandbox/fund`;
    await surprising().post(path, other, { amount: '1.00' }, { idempotencyKey });
    const answer = await service.post(path, other, { amount: '2.00' }, { idempotencyKey });
    expect(answer).toMatchObject({ status: 201, body: { amount: '2.00' } });
  });

  test('before the caller is known is answered the same way', async () => {
    const broken = service.process(async () => {
      throw new Error(secret);
    });
    const answer = await broken.get(`${pathOf(organization)}/balance`, organization);
    expectError(answer, 'INTERNAL');
    expect(answer.text).not.toContain('arn');
  });
});

test('a step after a failure that fails itself does not hide the failure', async () => {
  await fund(service, organization);
  const failing = service.process(async ({ name, input }, send) => {
    if (name === 'Put' && String((input.Item as { pk: string }).pk).startsWith('AUDIT#')) throw new Error('no audit');
    return send();
  });
  expectError(await failing.post(fundPath(), organization, {}), 'VALIDATION_ERROR');
});

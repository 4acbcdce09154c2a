import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { apiPrefix } from '../../../shared/contract/endpoint.ts';
import { auditRows, expectError, storedItems } from '../../support/answers.ts';
import { bodyOf, fund, pathOf, type TestOrganization } from '../../support/journey.ts';
import { quotes } from '../../support/quotes.ts';
import { type Answer, type Credentials, TestService } from '../../support/service.ts';
import { directHeaders, payloadOf, signatureOf } from '../../support/signing.ts';

// Hundreds of calls: slow where the machine is busy.
vi.setConfig({ testTimeout: 120_000 });

let service: TestService;
let organization: TestOrganization;

beforeAll(async () => {
  service = await TestService.start();
});

beforeEach(async () => {
  organization = await service.organization();
  // The beginning of the next window.
  service.clock.now = (Math.floor(service.clock.now / 60_000) + 1) * 60_000;
});

function readMany(count: number, path: string, credentials: Credentials = organization): Promise<Answer[]> {
  return Promise.all(Array.from({ length: count }, () => service.get(`${pathOf(organization)}/${path}`, credentials)));
}

/** Sends one signed request, as often as it is called. */
function signedOnce(method: string, path: string, body = ''): () => Promise<Answer> {
  const { key, privateKey } = organization;
  const target = apiPrefix + path;
  const timestamp = Math.floor(service.clock.now / 1000).toString();
  const request = { keyId: key.id, method, target, body, idempotencyKey: '', timestamp, nonce: randomUUID() };
  const headers = directHeaders(request, { 'x-svc-signature': signatureOf(payloadOf(request), privateKey) });
  return () => service.send(method, target, body, headers);
}

const served = (answers: readonly Answer[]) => answers.filter(({ status }) => status === 200).length;

test.each([
  ['balance', 100],
  ['orders', 600],
])(
  '%s is read %d times a minute, and not once more',
  quotes({ Limits: 'Default rate limit | 100 requests per minute' }),
  async (path, limit) => {
    expect(served(await readMany(limit, path))).toBe(limit);
    const [refused] = await readMany(1, path);
    expectError(refused as Answer, 'RATE_LIMITED', { status: 429 });
  },
);

test('of more requests at once exactly the limit is served', async () => {
  expect(served(await readMany(130, 'balance'))).toBe(100);
});

test(
  'Retry-After says in seconds when the window ends, and then it is served again',
  quotes({
    Limits: ['60-second window', '429 handling | `Retry-After` in seconds is authoritative', 'retry reads normally'],
  }),
  async () => {
    await readMany(100, 'balance');
    service.clock.advance(20_500);
    const [refused] = await readMany(1, 'balance');
    expectError(refused as Answer, 'RATE_LIMITED');
    expect(refused?.headers['retry-after']).toBe('40');

    service.clock.advance(39_499);
    const [late] = await readMany(1, 'balance');
    expect(late?.headers['retry-after']).toBe('1');

    service.clock.advance(1);
    expect(served(await readMany(1, 'balance'))).toBe(1);
  },
);

test('each class has a counter of its own', async () => {
  await readMany(101, 'balance');
  expect(served(await readMany(1, 'orders'))).toBe(1);
});

test(
  'each credential has a counter of its own, also within an organization',
  quotes({ Limits: 'per API credential' }),
  async () => {
    const other = await service.key(organization.organizationId);
    await readMany(101, 'balance');
    expect(served(await readMany(1, 'balance', other))).toBe(1);
  },
);

describe('a mutation over the limit', () => {
  test(
    'is refused before its handler ran, and the same key works later',
    quotes({ Limits: ['refused before the handler ran', 'and mutations with the same key'] }),
    async () => {
      const path = `${pathOf(organization)}/sandbox/fund`;
      const idempotencyKey = randomUUID();
      await readMany(100, 'balance');
      const refused = await service.post(path, organization, { amount: '5.00' }, { idempotencyKey });
      expectError(refused, 'RATE_LIMITED');
      const records = await storedItems(service, 'idempotencyRecord');
      expect(records.filter(({ key }) => key === idempotencyKey)).toEqual([]);

      service.clock.advance(Number(refused.headers['retry-after']) * 1000);
      const answer = await service.post(path, organization, { amount: '5.00' }, { idempotencyKey });
      expect(bodyOf(answer, 201)).toMatchObject({ amount: '5.00' });
      expect(answer.headers['idempotency-replayed']).toBeUndefined();
    },
  );
});

describe('calls that are not the holder’s do not use up the holder’s requests', () => {
  test('unsigned ones', async () => {
    await Promise.all(
      Array.from({ length: 110 }, () =>
        service.get(`${pathOf(organization)}/balance`, organization, { unsigned: true }),
      ),
    );
    expect(served(await readMany(100, 'balance'))).toBe(100);
  });

  test('wrongly signed ones', async () => {
    const headers = { 'x-svc-signature': 'AAAA' };
    await Promise.all(
      Array.from({ length: 110 }, () => service.get(`${pathOf(organization)}/balance`, organization, { headers })),
    );
    expect(served(await readMany(100, 'balance'))).toBe(100);
  });
});

describe('one captured request, sent again and again', () => {
  test('does not use up the requests of its key', async () => {
    const captured = signedOnce('GET', `${pathOf(organization)}/balance`);
    expect(served([await captured()])).toBe(1);
    for (const replay of await Promise.all(Array.from({ length: 130 }, captured))) {
      expectError(replay, 'SIGNATURE_REPLAYED');
    }
    expect(served(await readMany(120, 'balance'))).toBe(99);
  });
});

describe('what is refused for its rate', () => {
  const fundPath = () => `${pathOf(organization)}/sandbox/fund`;
  const nonces = async () =>
    (await storedItems(service, 'singleUse')).filter(({ use }) => String(use).startsWith(organization.key.id)).length;
  const refusals = async () =>
    (await auditRows(service, organization)).filter(({ errorType }) => errorType === 'RATE_LIMITED').length;

  test('leaves no nonce, and one audit row a minute', async () => {
    await readMany(100, 'balance');
    expect(await nonces()).toBe(100);
    const fundMany = () =>
      Promise.all(Array.from({ length: 40 }, () => service.post(fundPath(), organization, { amount: '5.00' })));
    for (const refused of await fundMany()) expectError(refused, 'RATE_LIMITED');
    expect(await nonces()).toBe(100);
    expect(await refusals()).toBe(1);

    service.clock.advance(60_000);
    await readMany(100, 'balance');
    await fundMany();
    expect(await refusals()).toBe(2);
  });

  test('may be sent again as it was signed', async () => {
    await readMany(100, 'balance');
    const send = signedOnce('POST', fundPath(), '{"amount":"5.00"}');
    expectError(await send(), 'RATE_LIMITED');
    service.clock.advance(60_000);
    expect(await send()).toMatchObject({ status: 201 });
    expectError(await send(), 'SIGNATURE_REPLAYED');
  });

  test('is refused so also when what it left cannot be taken back', async () => {
    await readMany(100, 'balance');
    let failures = 0;
    const faulty = service.process(async ({ name }, send) => {
      if (name !== 'Delete') return send();
      failures += 1;
      throw new Error('the table does not answer');
    });
    expectError(await faulty.get(`${pathOf(organization)}/balance`, organization), 'RATE_LIMITED');
    expect(failures).toBe(1);
  });
});

test('a call that could not be counted is audited each time: one row a minute is for calls beyond the rate', async () => {
  const faulty = service.process(async ({ name, input }, send) => {
    if (name === 'Update' && JSON.stringify(input).includes('RATE#')) throw new Error('the table does not answer');
    return send();
  });
  const path = `${pathOf(organization)}/sandbox/fund`;
  for (let count = 0; count < 3; count += 1) {
    expectError(await faulty.post(path, organization, { amount: '5.00' }), 'INTERNAL');
  }
  const rows = await auditRows(service, organization);
  expect(rows.filter(({ errorType }) => errorType === 'INTERNAL')).toHaveLength(3);
});

test('the limit can be raised for a load test, and only raised', async () => {
  const raised = service.process((_call, send) => send(), { rateLimitOverride: 120 });
  const answers = await Promise.all(
    Array.from({ length: 121 }, () => raised.get(`${pathOf(organization)}/balance`, organization)),
  );
  expect(served(answers)).toBe(120);
  const lowered = service.process((_call, send) => send(), { rateLimitOverride: 1 });
  expect(await fund(lowered, await service.organization())).toMatchObject({ status: 'completed' });
});

describe('an answer tells the count of its request', () => {
  const rateOf = ({ headers }: Answer) => [headers['ratelimit-policy'], headers.ratelimit];
  const fundPath = () => `${pathOf(organization)}/sandbox/fund`;

  test('by class: its limit, what is left of it, and the seconds until all is there again', async () => {
    const [first] = await readMany(1, 'orders');
    expect(rateOf(first as Answer)).toEqual(['"high-volume";q=600;w=60', '"high-volume";r=599;t=60']);
    service.clock.advance(20_500);
    const [second] = await readMany(1, 'orders');
    expect(rateOf(second as Answer)).toEqual(['"high-volume";q=600;w=60', '"high-volume";r=598;t=40']);
    const [other] = await readMany(1, 'balance');
    expect(rateOf(other as Answer)).toEqual(['"standard";q=100;w=60', '"standard";r=99;t=40']);
  });

  test('each number once, also where many come at once; the refused ones are told that none is left', async () => {
    const answers = await readMany(103, 'balance');
    const left = answers.map(({ headers }) => Number(/;r=(\d+);/.exec(headers.ratelimit ?? '')?.[1]));
    expect(left.sort((a, b) => b - a)).toEqual([...Array.from({ length: 100 }, (_, used) => 99 - used), 0, 0, 0]);
    const [refused] = await readMany(1, 'balance');
    expectError(refused as Answer, 'RATE_LIMITED');
    expect(rateOf(refused as Answer)).toEqual(['"standard";q=100;w=60', '"standard";r=0;t=60']);
    expect(refused?.headers['retry-after']).toBe('60');
  });

  test('a write, its replay, and what is refused afterwards', async () => {
    const idempotencyKey = randomUUID();
    const send = (amount: string) => service.post(fundPath(), organization, { amount }, { idempotencyKey });
    const [written, replayed, conflict] = [await send('5.00'), await send('5.00'), await send('6.00')];
    expect(bodyOf(written, 201)).toMatchObject({ amount: '5.00' });
    expect(replayed.headers['idempotency-replayed']).toBe('true');
    expectError(conflict, 'IDEMPOTENCY_KEY_CONFLICT');
    const unscoped = await service.key(organization.organizationId, { scopes: ['read'] });
    expectError(await service.post(fundPath(), unscoped, { amount: '5.00' }), 'INSUFFICIENT_SCOPE');
    expect([written, replayed, conflict].map(({ headers }) => headers.ratelimit)).toEqual([
      '"standard";r=99;t=60',
      '"standard";r=98;t=60',
      '"standard";r=97;t=60',
    ]);
    expect(rateOf(await service.post(fundPath(), unscoped, { amount: '5.00' }))).toEqual([
      '"standard";q=100;w=60',
      '"standard";r=98;t=60',
    ]);
  });

  test('a failure of ours', async () => {
    const faulty = service.process(async ({ name }, send) => {
      if (name === 'Query') throw new Error('the table does not answer');
      return send();
    });
    const answer = await faulty.get(`${pathOf(organization)}/orders`, organization);
    expectError(answer, 'INTERNAL');
    expect(rateOf(answer)).toEqual(['"high-volume";q=600;w=60', '"high-volume";r=599;t=60']);
  });

  test('a session, by the person', async () => {
    const [first, second] = [
      await service.member(organization.organizationId, 'viewer'),
      await service.member(organization.organizationId, 'viewer'),
    ];
    const read = (session: typeof first) => service.get(`${pathOf(organization)}/balance`, session);
    expect((await read(first)).headers.ratelimit).toBe('"standard";r=99;t=60');
    expect((await read(first)).headers.ratelimit).toBe('"standard";r=98;t=60');
    expect((await read(second)).headers.ratelimit).toBe('"standard";r=99;t=60');
  });

  test('the limit as an operator has raised it', async () => {
    const raised = service.process((_call, send) => send(), { rateLimitOverride: 1_000 });
    const answer = await raised.get(`${pathOf(organization)}/balance`, organization);
    expect(rateOf(answer)).toEqual(['"standard";q=1000;w=60', '"standard";r=999;t=60']);
  });

  test('without a further call of the table', async () => {
    const calls: string[] = [];
    const watched = service.process((call, send) => {
      calls.push(call.name);
      return send();
    });
    expect((await watched.get(`${pathOf(organization)}/balance`, organization)).headers).toHaveProperty('ratelimit');
    expect(calls.filter((name) => name === 'Update')).toHaveLength(1);
  });
});

describe('an answer tells no count', () => {
  const none = ({ headers }: Answer) => {
    expect(headers).not.toHaveProperty('ratelimit');
    expect(headers).not.toHaveProperty('ratelimit-policy');
  };
  const path = () => `${pathOf(organization)}/balance`;

  test('to who has not proved who calls', async () => {
    none(await service.get(path(), organization, { unsigned: true }));
    none(await service.get(path(), organization, { headers: { 'x-svc-signature': 'AAAA' } }));
  });

  test('to a captured request that is sent again: its count was taken back', async () => {
    const captured = signedOnce('GET', path());
    expect((await captured()).headers).toHaveProperty('ratelimit');
    const again = await captured();
    expectError(again, 'SIGNATURE_REPLAYED');
    none(again);
  });

  test('where nobody is counted', async () => {
    none(await service.get('/health', organization, { unsigned: true }));
  });

  test('where it is not known', async () => {
    const faulty = service.process(async ({ name, input }, send) => {
      if (name === 'Update' && JSON.stringify(input).includes('RATE#')) throw new Error('the table does not answer');
      return send();
    });
    const answer = await faulty.get(path(), organization);
    expectError(answer, 'INTERNAL');
    none(answer);
  });
});

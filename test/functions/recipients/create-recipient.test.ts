import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { composeRails } from '../../../shared/lambda/compose-rails.ts';
import type { WholeRuntime } from '../../../shared/ports/runtime.ts';
import type { Screening } from '../../../shared/ports/screening.ts';
import type { ProviderPort, UsedProvider } from '../../../shared/ports/wiring/provider.ts';
import { createListScreening } from '../../../shared/providers/ofac/list-screening.ts';
import { screening as listScreening } from '../../../shared/providers/ofac/ports/screening.ts';
import {
  sandboxRail,
  sandboxRegistration,
  sandboxScreening,
} from '../../../shared/providers/sandbox/payouts/simulator.ts';
import { sandboxRails } from '../../../shared/providers/sandbox/rails-without-network.ts';
import { verify } from '../../shared/journal/commit/support.ts';
import { leastOfTests, TestSource } from '../../shared/providers/ofac/support.ts';
import { expectError } from '../../support/answers.ts';
import { beforeFirst, createFaultyTable, lostAnswer, type TableCall } from '../../support/faults.ts';
import {
  addRecipient,
  bodyOf,
  fundedOrganization,
  readFeed,
  recipientBody,
  type TestOrganization,
} from '../../support/journey.ts';
import { quotes } from '../../support/quotes.ts';
import { type Answer, TestService } from '../../support/service.ts';

const section = 'Endpoints > Create a recipient';
const conflicts = 'Resources and their fields > Recipient';

let service: TestService;
let organization: TestOrganization;

beforeAll(async () => {
  service = await TestService.start();
});

const post = (body: unknown, of = organization, on = service, idempotencyKey?: string): Promise<Answer> =>
  on.post(`/recipients/${of.organizationId}`, of, body, idempotencyKey ? { idempotencyKey } : {});

function screeningBy(source: TestSource): Screening {
  const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
  return createListScreening({ source, clock: () => 0, log, least: leastOfTests });
}

async function list(of = organization, on = service): Promise<Answer['body'][]> {
  return bodyOf(await on.get(`/recipients/${of.organizationId}`, of)).data;
}

describe('creating a recipient', () => {
  beforeAll(async () => {
    organization = await service.organization();
  });

  test(
    'answers it with one method, its account masked, and moves neither money nor feed',
    quotes({
      [section]: [
        '`POST /recipients/{orgId}`.',
        'Body: `type`, `name`, `country`, `externalId`, `endUserId`, `method { kind, currency, recipientDetails }` (see Recipient).',
        '201: created',
      ],
    }),
    async () => {
      service.clock.advance(1_000);
      const created = bodyOf(await post(recipientBody({ externalId: 'ana', endUserId: 'user' })), 201);
      const iban = recipientBody().method.recipientDetails.iban ?? '';
      expect(created).toEqual({
        recipientId: expect.stringMatching(/^rcp_/),
        type: 'individual',
        name: 'Ana Souza',
        country: 'DE',
        externalId: 'ana',
        endUserId: 'user',
        status: 'active',
        methods: [
          {
            destinationAccountId: expect.stringMatching(/^acct_/),
            kind: 'fiat',
            currency: 'EUR',
            recipientDetails: { iban: expect.stringMatching(new RegExp(`^[^0-9]+${iban.slice(-4)}$`)) },
          },
        ],
        createdAt: new Date(service.clock.now).toISOString(),
      });
      expect(await readFeed(service, organization)).toEqual([]);
      expect(
        bodyOf(await service.get(`/recipients/${organization.organizationId}/${created.recipientId}`, organization)),
      ).toEqual(created);
    },
  );

  test(
    'with the same external id and account answers the same one, whatever its account looks like',
    quotes({
      [section]: 'or the existing recipient for the same `externalId` with the same account details',
      [conflicts]: "`externalId` | caller's unique key for the recipient",
    }),
    async () => {
      const body = recipientBody({ externalId: 'same', serial: 1 });
      const first = bodyOf(await post(body), 201);
      const iban = body.method.recipientDetails.iban?.toLowerCase().replace(/(.{4})/g, '$1 ');
      const spaced = { ...body, method: { ...body.method, recipientDetails: { iban } } };
      expect(bodyOf(await post(spaced), 201)).toEqual(first);
      expect((await list()).filter(({ externalId }) => externalId === 'same')).toHaveLength(1);
    },
  );

  test('without an external id is possible', async () => {
    const created = bodyOf(await post(recipientBody({ serial: 2 })), 201);
    expect(created).not.toHaveProperty('externalId');
    expect(created).not.toHaveProperty('endUserId');
  });
});

describe('a conflict names what exists and changes nothing', () => {
  let existing: Answer['body'];

  beforeAll(async () => {
    organization = await service.organization();
    existing = await addRecipient(service, organization, { externalId: 'first', serial: 1 });
  });

  const ids = () => ({
    existingRecipientId: existing.recipientId,
    existingMethodId: existing.methods[0].destinationAccountId,
  });

  test.each([
    ['another account', { externalId: 'first', serial: 2 }],
    ['an account in another corridor', { externalId: 'first', corridorId: 'gbp_gb_account' }],
  ])(
    'the external id with %s: BENEFICIARY_EXTERNAL_ID_CONFLICT',
    quotes({
      [section]: '`BENEFICIARY_EXTERNAL_ID_CONFLICT` (same `externalId`, different details; nothing changed)',
      [conflicts]: 'A conflict response names `existingRecipientId` and `existingMethodId`.',
    }),
    async (_, options) => {
      const before = await list();
      expect(await post(recipientBody(options))).toMatchObject({
        status: 409,
        body: { type: 'BENEFICIARY_EXTERNAL_ID_CONFLICT', ...ids() },
      });
      expect(await list()).toEqual(before);
    },
  );

  test.each([
    ['another external id', { externalId: 'second', serial: 1 }],
    ['none', { serial: 1 }],
  ])(
    'the account with %s: BANK_ACCOUNT_ALREADY_LINKED',
    quotes({
      [section]: '409: `BANK_ACCOUNT_ALREADY_LINKED` (`existingRecipientId`, `existingMethodId`)',
      [conflicts]: 'A conflict response names `existingRecipientId` and `existingMethodId`.',
    }),
    async (_, options) => {
      const before = await list();
      expect(await post(recipientBody(options))).toMatchObject({
        status: 409,
        body: { type: 'BANK_ACCOUNT_ALREADY_LINKED', ...ids() },
      });
      expect(await list()).toEqual(before);
    },
  );

  test('a refused external id is still free afterwards', async () => {
    expect((await post(recipientBody({ externalId: 'third', serial: 1 }))).status).toBe(409);
    expect((await post(recipientBody({ externalId: 'third', serial: 3 }))).status).toBe(201);
  });

  test(
    'of another organization are none: external id and account are free there',
    quotes({ [conflicts]: "`externalId` | caller's unique key for the recipient" }),
    async () => {
      const other = await service.organization();
      const theirs = bodyOf(await post(recipientBody({ externalId: 'first', serial: 1 }), other), 201);
      expect(theirs.recipientId).not.toBe(existing.recipientId);
      expect((await service.get(`/recipients/${other.organizationId}/${existing.recipientId}`, other)).status).toBe(
        404,
      );
    },
  );
});

describe('two at once', () => {
  beforeAll(async () => {
    organization = await service.organization();
  });

  test('with the same external id and account create one, and both are answered it', async () => {
    const body = recipientBody({ externalId: 'twin', serial: 1 });
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(body)));
    const ids = new Set(answers.map((answer) => bodyOf(answer, 201).recipientId));
    expect(ids.size).toBe(1);
    expect((await list()).map(({ recipientId }) => recipientId)).toEqual([...ids]);
  });

  test('with the same account under different external ids: one is created, the others are told', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, index) => post(recipientBody({ externalId: `rival ${index}`, serial: 2 }))),
    );
    expect(answers.map(({ status, body }) => (body.type === 'individual' ? status : body.type)).sort()).toEqual([
      201,
      ...Array.from({ length: 4 }, () => 'BANK_ACCOUNT_ALREADY_LINKED'),
    ]);
  });

  test('the second decides on what the first committed between its look and its own commit', async () => {
    const table = await createFaultyTable();
    const other = await TestService.start({}, table);
    const of = await other.organization();
    const body = recipientBody({ externalId: 'late', serial: 3 });
    let winner: Answer['body'];
    table.intercept(
      beforeFirst('TransactWrite', async () => {
        winner = bodyOf(await post(body, of, other), 201);
      }),
    );
    expect(bodyOf(await post(body, of, other), 201)).toEqual(winner);
    expect(await list(of, other)).toHaveLength(1);
  });
});

describe('a recipient that screening refuses', () => {
  test(
    'is stored blocked: 422 without a reason, and its create again is 201 with status blocked',
    quotes({
      [section]: [
        '(including a screened-and-blocked one)',
        '422 `PAYOUT_REFUSED` (screening; stored blocked; never says why; do not retry).',
      ],
    }),
    async () => {
      organization = await service.organization();
      const body = recipientBody({ outcome: 'screening_refused', externalId: 'blocked' });
      const refused = await post(body);
      expect(refused).toMatchObject({ status: 422, body: { type: 'PAYOUT_REFUSED' } });
      expect(JSON.stringify(refused.body)).not.toMatch(/screen|sanction|compliance|blocked/i);
      expect(refused.body.resolution).toContain('do not retry');
      const again = bodyOf(await post(body), 201);
      expect(again).toMatchObject({ status: 'blocked', externalId: 'blocked' });
      expect(await list()).toEqual([again]);
    },
  );

  test.each([
    ['is lost', async () => Promise.reject(lostAnswer())],
    [
      'is lost, and it is sent again when its token is forgotten',
      async ({ input }: TableCall, send: () => Promise<unknown>) => {
        Object.assign(input, { ClientRequestToken: randomUUID() });
        return send();
      },
    ],
  ])('is refused also where the answer to its commit %s', async (_how, afterEffect) => {
    organization = await service.organization();
    const body = recipientBody({ outcome: 'screening_refused', externalId: 'blocked' });
    const losing = service.process(async (call, send) => {
      const answer = await send();
      return call.name === 'TransactWrite' ? afterEffect(call, send) : answer;
    });
    const refused = await post(body, organization, losing);
    expect(refused).toMatchObject({ status: 422, body: { type: 'PAYOUT_REFUSED' } });
    expect(bodyOf(await post(body), 201)).toMatchObject({ status: 'blocked' });
  });

  test('holds its account and external id against others', async () => {
    organization = await service.organization();
    await post(recipientBody({ outcome: 'screening_refused', externalId: 'blocked' }));
    expect((await post(recipientBody({ outcome: 'screening_refused', externalId: 'new' }))).body.type).toBe(
      'BANK_ACCOUNT_ALREADY_LINKED',
    );
  });

  test('with the same key is looked at again, not replayed: a refusal frees its key', async () => {
    organization = await service.organization();
    const body = recipientBody({ outcome: 'screening_refused', externalId: 'blocked' });
    expect((await post(body, organization, service, 'k')).status).toBe(422);
    const again = await post(body, organization, service, 'k');
    expect(again.headers).not.toHaveProperty('idempotency-replayed');
    expect(bodyOf(again, 201).status).toBe('blocked');
  });
});

describe('a provider that does not register the account', () => {
  test(
    'is 503, saves nothing, and the same key succeeds when it is back',
    quotes({ [section]: '503 provider registration unavailable; retry safely.' }),
    async () => {
      let available = false;
      const registration = { register: async () => (available ? ('registered' as const) : ('unavailable' as const)) };
      const other = await TestService.start({
        rails: () => ({ ...sandboxRails, registration: { sandbox: registration } }),
      });
      const of = await other.organization();
      const body = recipientBody({ externalId: 'ana' });
      expect(await post(body, of, other, 'same')).toMatchObject({
        status: 503,
        body: { type: 'PAYOUT_ACCOUNT_PROVIDER_UNAVAILABLE' },
      });
      expect(await list(of, other)).toEqual([]);
      available = true;
      expect(bodyOf(await post(body, of, other, 'same'), 201).status).toBe('active');
    },
  );

  test('is not even asked for a recipient that screening refuses', async () => {
    let asked = 0;
    const register = async () => {
      asked += 1;
      return 'registered' as const;
    };
    const registration = { register };
    const other = await TestService.start({
      rails: () => ({ ...sandboxRails, registration: { sandbox: registration } }),
    });
    await post(recipientBody({ outcome: 'screening_refused' }), await other.organization(), other);
    expect(asked).toBe(0);
  });

  test('a screening that fails is INTERNAL, saves nothing, and the same key may try again', async () => {
    let fails = true;
    const screening = {
      screen: async () => {
        if (fails) throw lostAnswer();
        return 'clear' as const;
      },
    };
    const other = await TestService.start({ rails: () => ({ ...sandboxRails, screening }) });
    const of = await other.organization();
    expect((await post(recipientBody(), of, other, 'same')).body.type).toBe('INTERNAL');
    expect(await list(of, other)).toEqual([]);
    fails = false;
    bodyOf(await post(recipientBody(), of, other, 'same'), 201);
  });
});

describe('with a screening list', () => {
  const start = async (source: TestSource) => {
    const screening = screeningBy(source);
    const other = await TestService.start({ rails: () => ({ ...sandboxRails, screening }) });
    return { other, of: await other.organization() };
  };

  test('a listed name is refused without a reason and stored blocked', async () => {
    const { other, of } = await start(new TestSource());
    const refused = await post({ ...recipientBody(), name: 'Wladimir PUTIN' }, of, other);
    expect(refused).toMatchObject({ status: 422, body: { type: 'PAYOUT_REFUSED' } });
    // A random id may spell anything.
    expect(refused.text.replace(refused.body.requestId, '')).not.toMatch(/list|score|35096|sanction/i);
    expect(await list(of, other)).toMatchObject([{ name: 'Wladimir PUTIN', status: 'blocked' }]);
  });

  test('that cannot be read it is 503, saves nothing, and the same key succeeds when it can', async () => {
    const source = new TestSource();
    source.current = new Error('access denied');
    const { other, of } = await start(source);
    expect(await post(recipientBody(), of, other, 'same')).toMatchObject({
      status: 503,
      body: { type: 'PAYOUT_ACCOUNT_PROVIDER_UNAVAILABLE' },
    });
    expect(await list(of, other)).toEqual([]);
    source.current = 'v1';
    bodyOf(await post(recipientBody(), of, other, 'same'), 201);
  });
});

describe('where real money is sent', () => {
  /** No live rail is built yet: the sandbox's stands in for one, behind the screening of a live stage. */
  const start = async (source?: TestSource) => {
    const screening: ProviderPort = source ? { open: () => ({ screening: screeningBy(source) }) } : listScreening;
    const sandboxPorts = { payouts: sandboxRail, screening: sandboxScreening, registration: sandboxRegistration };
    const used: UsedProvider[] = [
      { name: 'sandbox', mode: 'sandbox', hasRail: true, ports: [{ open: () => sandboxPorts }] },
      {
        name: 'bank',
        mode: 'live',
        hasRail: true,
        ports: [{ open: () => ({ payouts: sandboxRail, registration: sandboxRegistration }) }],
      },
      { name: 'ofac', mode: 'live', hasRail: false, ports: [screening] },
    ];
    const logged: string[] = [];
    const log = {
      debug: () => {},
      info: () => {},
      warn: () => {},
      error: (message: unknown, ..._more: unknown[]) => void logged.push(String(message)),
    };
    const place = { environment: {}, clock: () => 0, log, store: service.runtime.store };
    const other = await TestService.start({ rails: composeRails(used, place) as WholeRuntime['rails'], log });
    const live = await other.organization('live');
    await verify(other.runtime, live.organizationId);
    return { other, live, logged };
  };
  const listed = { ...recipientBody(), name: 'Wladimir PUTIN' };

  test('a stage without a list registers nobody, and says that it may be tried again', async () => {
    const { other, live, logged } = await start();
    expectError(await post(recipientBody(), live, other), 'PAYOUT_ACCOUNT_PROVIDER_UNAVAILABLE');
    expect(logged).toContain('the stage names no screening list');
    expect(await list(live, other)).toEqual([]);
    const sandbox = await other.organization();
    bodyOf(await post(recipientBody(), sandbox, other), 201);
  });

  test('its list refuses a payee of a live organization, and none of the sandbox', async () => {
    const { other, live } = await start(new TestSource());
    expectError(await post(listed, live, other), 'PAYOUT_REFUSED');
    bodyOf(await post(recipientBody({ serial: 2 }), live, other), 201);
    bodyOf(await post(listed, await other.organization(), other), 201);
  });

  test('the account numbers that the sandbox refuses mean nothing', async () => {
    const { other, live } = await start(new TestSource());
    bodyOf(await post(recipientBody({ outcome: 'screening_refused' }), live, other), 201);
  });
});

test('a live organization without a routing knows no corridor', async () => {
  const of = await fundedOrganization(service);
  const other = await TestService.start({ rails: () => undefined }, service.runtime.store);
  expect(await post(recipientBody(), of, other)).toMatchObject({
    status: 400,
    body: { type: 'VALIDATION_ERROR', errors: [{ path: 'method.currency', code: 'unsupported_corridor' }] },
  });
});

test('crypto is refused by name in the sandbox, and without a vault where real money is sent', async () => {
  const live = await service.organization('live');
  await verify(service.runtime, live.organizationId);
  const rails = await TestService.start({ rails: () => sandboxRails }, service.runtime.store);
  const body = recipientBody();
  const crypto = { ...body, method: { ...body.method, kind: 'crypto' } };
  expectError(await post(crypto, await service.organization(), rails), 'CRYPTO_PAYOUTS_UNAVAILABLE_IN_SANDBOX');
  expectError(await post(crypto, live, rails), 'WALLET_NOT_PROVISIONED');
});

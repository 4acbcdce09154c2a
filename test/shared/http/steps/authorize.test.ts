import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newOrganizationId } from '../../../../shared/access/organizations/create-organization.ts';
import { refTo } from '../../../../shared/ground/table/expressions.ts';
import { type Organization, OrganizationEntity } from '../../../../shared/identity/organization.ts';
import { expectError, storedItems } from '../../../support/answers.ts';
import {
  accept,
  addQuote,
  addRecipient,
  bodyOf,
  fund,
  pathOf,
  recipientBody,
  type TestOrganization,
} from '../../../support/journey.ts';
import { type Credentials, TestService } from '../../../support/service.ts';

let service: TestService;
let organization: TestOrganization;

beforeAll(async () => {
  service = await TestService.start();
});

beforeEach(async () => {
  organization = await service.organization();
});

async function change(of: TestOrganization, fields: Partial<Organization>): Promise<void> {
  const { organizationId } = of;
  const stored = await service.runtime.store.get(refTo(OrganizationEntity, { organizationId }));
  await service.runtime.store.put(OrganizationEntity, { ...(stored as Organization), ...fields });
}

/** Every write there is, with a body that would do something. */
const writes = (of: TestOrganization): readonly (readonly [string, unknown])[] => [
  [`${pathOf(of)}/sandbox/fund`, { amount: '10.00' }],
  [`/recipients/${of.organizationId}`, recipientBody()],
  [`${pathOf(of)}/quotes/offramp`, { amount: '10.00', destinationAccountId: 'acct_1' }],
  [`${pathOf(of)}/quotes/accept`, { snapshotId: 'qs_1' }],
];

describe("another organization's resources", () => {
  test('are FORBIDDEN, and an organization that does not exist is answered the same', async () => {
    const other = await service.organization();
    const unknown = { ...other, organizationId: newOrganizationId() };
    for (const [path, body] of [...writes(other), ...writes(unknown)]) {
      expectError(await service.post(path, organization, body), 'FORBIDDEN', { status: 403 });
    }
    const answers = await Promise.all(
      [other, unknown].map(async (of) => {
        const { status, body } = await service.get(`${pathOf(of)}/balance`, organization);
        return { status, body: { ...body, requestId: '' } };
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toMatchObject({ status: 403, body: { type: 'FORBIDDEN' } });
  });

  test('are not reached by changing the case of an id or by its prefix', async () => {
    const { organizationId } = organization;
    for (const id of [organizationId.toUpperCase(), organizationId.slice(0, -1), `org_${organizationId}`]) {
      expectError(await service.get(`/payments/organizations/${id}/balance`, organization), 'FORBIDDEN');
    }
  });

  test('cannot be paid, read or replayed with ids of theirs', async () => {
    const other = await service.organization();
    await fund(service, other);
    const quote = await addQuote(service, other, await addRecipient(service, other));
    const { payoutId, recipientId } = bodyOf(await accept(service, other, quote));

    await fund(service, organization);
    expectError(await accept(service, organization, quote), 'BAD_REQUEST');
    expectError(await service.get(`${pathOf(organization)}/orders/${payoutId}`, organization), 'NOT_FOUND');
    const path = `/recipients/${organization.organizationId}/${recipientId}`;
    expectError(await service.get(path, organization), 'NOT_FOUND');
  });
});

test('a suspended organization is ACCOUNT_BLOCKED for reads and writes, until it is active again', async () => {
  await change(organization, { status: 'suspended' });
  expectError(await service.get(`${pathOf(organization)}/balance`, organization), 'ACCOUNT_BLOCKED', { status: 403 });
  for (const [path, body] of writes(organization)) {
    expectError(await service.post(path, organization, body), 'ACCOUNT_BLOCKED');
  }
  await change(organization, { status: 'active' });
  expect(await fund(service, organization)).toMatchObject({ status: 'completed' });
});

describe('a read-only key', () => {
  let reader: Credentials;

  beforeEach(async () => {
    reader = await service.key(organization.organizationId, { scopes: ['read'] });
  });

  test('reads', async () => {
    for (const list of ['balance', 'orders', 'events', 'balance_transactions', 'corridors']) {
      expect(await service.get(`${pathOf(organization)}/${list}`, reader)).toMatchObject({ status: 200 });
    }
  });

  test('is refused every write with INSUFFICIENT_SCOPE, and nothing changes', async () => {
    for (const [path, body] of writes(organization)) {
      expectError(await service.post(path, reader, body), 'INSUFFICIENT_SCOPE', { status: 403 });
    }
    const balance = bodyOf(await service.get(`${pathOf(organization)}/balance`, reader));
    expect(balance.available).toBe('0.00');
  });

  test('leaves no trace of an idempotency key that it was refused with', async () => {
    const path = `${pathOf(organization)}/sandbox/fund`;
    const idempotencyKey = 'shared-by-two-keys';
    await service.post(path, reader, { amount: '10.00' }, { idempotencyKey });
    const records = await storedItems(service, 'idempotencyRecord');
    expect(records.filter(({ key }) => key === idempotencyKey)).toEqual([]);
  });

  test('other scopes do not stand in for write', async () => {
    const refunds = await service.key(organization.organizationId, { scopes: ['read', 'refunds', 'crypto_payouts'] });
    const [path, body] = writes(organization)[0] ?? ['', {}];
    expectError(await service.post(path, refunds, body), 'INSUFFICIENT_SCOPE');
  });
});

describe('a live key', () => {
  let live: TestOrganization;

  beforeEach(async () => {
    live = await service.organization('live');
  });

  const liveWrites = (of: TestOrganization) => writes(of).filter(([path]) => !path.includes('/sandbox/'));

  test('reads before business verification', async () => {
    for (const list of ['balance', 'orders', 'events', 'balance_transactions', 'corridors']) {
      expect(await service.get(`${pathOf(live)}/${list}`, live)).toMatchObject({ status: 200 });
    }
  });

  test('is refused every write before business verification', async () => {
    for (const [path, body] of liveWrites(live)) {
      expectError(await service.post(path, live, body), 'LIVE_KEY_ORG_NOT_APPROVED', { status: 403 });
    }
  });

  test('gets past the door once the business is verified', async () => {
    await change(live, { verified: true });
    for (const [path, body] of liveWrites(live)) {
      const answer = await service.post(path, live, body);
      expect(['VALIDATION_ERROR', 'DESTINATION_ACCOUNT_NOT_FOUND', 'BAD_REQUEST']).toContain(answer.body.type);
    }
  });

  test('is refused on routes of the sandbox, verified or not', async () => {
    const calls = () => [
      service.post(`${pathOf(live)}/sandbox/fund`, live, { amount: '10.00' }),
      service.get(`${pathOf(live)}/sandbox/scenarios`, live),
    ];
    for (const call of calls()) expectError(await call, 'LIVE_MODE_UNSUPPORTED', { status: 400 });
    await change(live, { verified: true });
    for (const call of calls()) expectError(await call, 'LIVE_MODE_UNSUPPORTED');
  });

  test('says in its id and prefix that it is live', () => {
    expect(live.key.id).toMatch(/^akid_live_/);
    expect(live.key.prefix).toMatch(/^svc_live_/);
  });
});

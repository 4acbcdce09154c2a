import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { batchingOrganization, fatesOf, linesTo, submitted } from '../../../functions/batches/support.ts';
import { expectError, storedItems } from '../../../support/answers.ts';
import {
  accept,
  addQuote,
  addRecipient,
  bodyOf,
  pathOf,
  sendPayout,
  settle,
  type TestOrganization,
} from '../../../support/journey.ts';
import { performed } from '../../../support/operations.ts';
import { type Answer, TestService, type TestSession } from '../../../support/service.ts';
import { setControls } from '../../journal/commit/support.ts';

type Body = Answer['body'];

let service: TestService;
let of: TestOrganization;
let owner: TestSession;
let recipient: Body;

beforeAll(async () => {
  service = await TestService.start({ rateLimitOverride: 10_000 });
});

beforeEach(async () => {
  of = await batchingOrganization(service);
  owner = await service.member(of.organizationId, 'owner');
  recipient = await addRecipient(service, of, { endUserId: 'user-1' });
});

const policy = async (): Promise<Body> => bodyOf(await service.get(`${pathOf(of)}/policy`, of));
const pay = (amount: string, more: object = {}, payee = recipient) =>
  sendPayout(service, of, payee, { amount, ...more });

async function setCap(perEndUserDaily: string | null): Promise<Body> {
  return bodyOf(await service.call('PATCH', `${pathOf(of)}/policy`, owner, { body: { limits: { perEndUserDaily } } }));
}

function setPlatformCap(perEndUserDaily: string | null): Promise<Body> {
  const { organizationId } = of;
  return performed(service, 'limits', { organizationId, limits: { perEndUserDaily } });
}

async function countedRows(): Promise<number> {
  const rows = await storedItems(service, 'endUserDay');
  return rows.filter(({ organizationId }) => organizationId === of.organizationId).length;
}

test('an organization that never set a cap for each end user counts for nobody, and says so', async () => {
  bodyOf(await pay('40.00'));
  bodyOf(await service.call('PATCH', `${pathOf(of)}/policy`, owner, { body: { limits: { daily: '500.00' } } }));
  bodyOf(await pay('40.00'));
  expect(await countedRows()).toBe(0);
  expect((await policy()).endUsersCountedSince).toBeNull();
});

describe.each([
  ['its own', setCap],
  ['the platform', setPlatformCap],
])('from the first cap on, by %s', (_, set) => {
  test('it counts for good, and says since when', async () => {
    service.clock.advance(1_000);
    const since = new Date(service.clock.now).toISOString();
    await set('50.00');
    expect((await policy()).endUsersCountedSince).toBe(since);
    service.clock.advance(1_000);
    await set(null);
    await set('60.00');
    expect((await policy()).endUsersCountedSince).toBe(since);
  });

  test('what is sent while it is lifted counts when it is set again', async () => {
    await set('50.00');
    await set(null);
    bodyOf(await pay('40.00'));
    bodyOf(await accept(service, of, await addQuote(service, of, recipient, { amount: '20.00' })));
    await set('70.00');
    expectError(await pay('10.01'), 'PAYOUT_LIMIT_EXCEEDED');
    bodyOf(await pay('10.00'));
  });
});

test('the lines of a run that is created while it is lifted count, too', async () => {
  await setCap('50.00');
  await setCap(null);
  const run = await submitted(service, of, linesTo(recipient, 4));
  await settle(service);
  expect(await fatesOf(service, of, run)).toEqual({ created: 4 });
  await setCap('45.00');
  expectError(await pay('5.01'), 'PAYOUT_LIMIT_EXCEEDED');
  bodyOf(await pay('5.00'));
});

test('a payout that names nobody meanwhile counts for its payee', async () => {
  await setCap('50.00');
  await setCap(null);
  const payee = await addRecipient(service, of, { serial: 1 });
  bodyOf(await pay('40.00', {}, payee));
  await setCap('50.00');
  expectError(await pay('10.01', { endUserId: 'somebody new' }, payee), 'PAYOUT_LIMIT_EXCEEDED');
  expectError(await pay('1.00', {}, payee), 'VALIDATION_ERROR');
});

test('a payee that is paid while it is lifted sheds nothing by being retired', async () => {
  await setCap('50.00');
  await setCap(null);
  bodyOf(await pay('40.00'));
  const path = `/recipients/${of.organizationId}/${recipient.recipientId}`;
  expect((await service.call('DELETE', path, of)).body.type).toBe('CONFLICT');
});

test('a cap that an earlier release set goes on counting once this one lifts it', async () => {
  await setControls(service.runtime, of.organizationId, { limits: { perEndUserDaily: 50_00n } });
  expect((await policy()).endUsersCountedSince).toBeNull();
  bodyOf(await pay('20.00'));
  await setCap(null);
  bodyOf(await pay('20.00'));
  await setCap('50.00');
  expectError(await pay('10.01'), 'PAYOUT_LIMIT_EXCEEDED');
  expect((await policy()).endUsersCountedSince).not.toBeNull();
});

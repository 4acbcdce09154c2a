import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Schema } from 'dynamodb-toolbox/schema';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  type CryptoAttempt,
  createCryptoPayment,
} from '../shared/checkout/methods/crypto/payments/create-crypto-payment.ts';
import type { ErrorType } from '../shared/ground/errors/catalog.ts';
import { format } from '../shared/ground/table/format.ts';
import { hintDueWork } from '../shared/journal/due/hint-due-work.ts';
import { sweepDueWork } from '../shared/journal/due/sweep-due-work.ts';
import { lockMs } from '../shared/journal/idempotency/record.ts';
import type { DueKind } from '../shared/ports/due-kinds.ts';
import { issueKey, keysPath, revoke } from './functions/api-keys/support.ts';
import { act, batchingOrganization, batchOf, itemsOf, linesTo, payee, submitted } from './functions/batches/support.ts';
import {
  cryptoAccount,
  listed,
  register,
  registered as registeredAccount,
  remove,
} from './functions/checkout/accounts-support.ts';
import {
  checkoutOf,
  linkEnding,
  paymentNow,
  simulate,
  simulated,
  storeLink,
} from './functions/checkout/payments-support.ts';
import { invite, join as joinBy, organizationOfMembers } from './functions/members/support.ts';
import {
  addDelivery,
  hookUrl,
  organizationOfWebhooks,
  registered,
  replay,
  replayMany,
} from './functions/webhooks/support.ts';
import { guarded, pend, vote } from './shared/approvals/support.ts';
import { expectError, storedItems } from './support/answers.ts';
import { findingsOf } from './support/findings-of.ts';
import {
  accept,
  addPayout,
  addQuote,
  addRecipient,
  bodyOf,
  deliver,
  fundedOrganization,
  pathOf,
  sendPayout,
  settle,
  type TestOrganization,
} from './support/journey.ts';
import { entities } from './support/later-release/entities.ts';
import { perform, performed } from './support/operations.ts';
import { type Answer, TestService } from './support/service.ts';

type Raw = Record<string, unknown>;

const later = 'later_value';
let service: TestService;

beforeEach(async () => {
  service = await TestService.start({
    rateLimitOverride: 10_000,
    webhooks: { faultOf: () => undefined, send: async () => ({ accepted: true, status: 200 }) },
  });
  service.isBesideLaterRelease = true;
});

/** Rows of one entity in the partitions of an organization. */
async function rowsOf(entity: string, { organizationId }: Pick<TestOrganization, 'organizationId'>): Promise<Raw[]> {
  return (await storedItems(service, entity)).filter((row) => row.organizationId === organizationId);
}

/** Stores in the only row of an entity what a later release has stored there. */
async function store(entity: string, of: Pick<TestOrganization, 'organizationId'>, change: (row: Raw) => Raw) {
  const rows = await rowsOf(entity, of);
  expect(rows).toHaveLength(1);
  const { client, tableName } = service.runtime.store;
  const [row = {}] = rows;
  await client.send(new PutCommand({ TableName: tableName, Item: { ...row, ...change(row) } }));
}

/** Lets the worker of a kind do one piece of work at the time when it is due. */
async function workOn({ organizationId }: TestOrganization, kind: DueKind, resourceId: string): Promise<undefined> {
  const rows = await rowsOf('dueWork', { organizationId });
  const dueAt = rows.find((row) => row.resourceId === resourceId)?.dueAt as number | undefined;
  if (dueAt === undefined) return;
  service.clock.now = Math.max(service.clock.now, dueAt);
  await deliver(service, [{ kind, organizationId, resourceId, dueAt }]);
}

/** Expects that a call is refused with a specified error, and that of these entities nothing has changed. */
async function expectUntouched(
  of: Pick<TestOrganization, 'organizationId'>,
  error: ErrorType | undefined,
  call: () => Promise<Answer | undefined>,
  names = ['head', 'payout', 'approval', 'deposit', 'quote', 'member', 'team', 'organization', 'webhookDelivery'],
): Promise<void> {
  const rows = async () => Promise.all(names.map((name) => rowsOf(name, of)));
  const before = await rows();
  const answer = await call();
  if (error) expectError(answer as Answer, error);
  expect(await rows()).toEqual(before);
}

describe('every enumeration in the table', () => {
  const enumerations = [...entities.values()].flatMap((entity) =>
    pathsOf(entity.schema, '').map(({ path, schema }) => ({ name: `${entity.entityName}${path}`, schema })),
  );

  test.each(enumerations)(
    '$name is open: the schema names its values and does not refuse another one',
    ({ schema }) => {
      expect(schema.props).not.toHaveProperty('enum');
      expect((schema.props.meta as { values: string[] }).values.length).toBeGreaterThan(0);
    },
  );

  test('of which these decide what may be done to their row', () => {
    const states = enumerations.filter(({ schema }) => schema.props.meta?.isState).map(({ name }) => name);
    expect(states.sort()).toEqual([
      'approval.kind',
      'approval.status',
      'batch.status',
      'batchItem.status',
      'chainTransaction.state',
      'checkoutAttempt.status',
      'checkoutLink.status',
      'checkoutPayment.status',
      'collectionAccount.status',
      'connection.mode',
      'cryptoReceipt.status',
      'deposit.status',
      'fundingTransfer.state',
      'idempotencyRecord.state',
      'intent.mode',
      'intent.state',
      'organization.mode',
      'organization.status',
      'payout.status',
      'payoutLink.amountLeg',
      'payoutLink.status',
      'product.status',
      'proposal.status',
      'quote.amountLeg',
      'recipient.status',
      'vaultPayment.state',
      'webhookDelivery.status',
    ]);
  });

  function pathsOf(schema: Schema, path: string): { path: string; schema: Schema }[] {
    if (schema.type === 'item' || schema.type === 'map') {
      return Object.entries(schema.attributes).flatMap(([name, found]) => pathsOf(found as Schema, `${path}.${name}`));
    }
    if (schema.type === 'list' || schema.type === 'record') return pathsOf(schema.elements, `${path}[]`);
    const isEnumeration = 'enum' in schema.props || schema.props.meta?.values !== undefined;
    return isEnumeration && !schema.props.hidden ? [{ path, schema }] : [];
  }
});

describe('a payout in a status of a later release', () => {
  async function laterPayout() {
    const of = await fundedOrganization(service);
    const { payoutId } = await addPayout(service, of);
    await store('payout', of, () => ({ status: later }));
    return { of, payoutId: payoutId as string };
  }

  test('is shown as it is, alone and in lists', async () => {
    const { of, payoutId } = await laterPayout();

    expect(bodyOf(await service.get(`${pathOf(of)}/orders/${payoutId}`, of)).status).toBe(later);
    expect(bodyOf(await service.get(`${pathOf(of)}/orders`, of)).data).toMatchObject([{ payoutId, status: later }]);
    // The status was stored without the event that a later release would have added.
    expect(await findingsOf(service, of)).toEqual([
      `${payoutId} is ${later}, and its last event, 2, is payout.pending`,
    ]);
  });

  test('is not moved: its work waits, however long, and goes on when the status is known', async () => {
    const { of, payoutId } = await laterPayout();

    for (let attempt = 0; attempt < 20; attempt += 1) {
      await expectUntouched(of, undefined, () => workOn(of, 'rails', payoutId));
    }

    const [work] = await rowsOf('dueWork', of);
    expect(work).toMatchObject({ attempts: 0 });
    expect(work).not.toHaveProperty('parkedAt');
    await store('payout', of, () => ({ status: 'pending' }));
    await settle(service);
    expect(bodyOf(await service.get(`${pathOf(of)}/orders/${payoutId}`, of)).status).toBe('completed');
  });

  test('does not keep the others of its organization', async () => {
    const { of } = await laterPayout();
    const other = await addPayout(service, of, { serial: 1 });

    for (let step = 0; step < 4; step += 1) await workOn(of, 'rails', other.payoutId);

    expect(bodyOf(await service.get(`${pathOf(of)}/orders/${other.payoutId}`, of)).status).toBe('completed');
  });

  test('is not canceled', async () => {
    const { of, payoutId } = await laterPayout();
    await store('payout', of, () => ({ requiresFunding: true }));

    await expectUntouched(of, 'INTERNAL', () =>
      service.post(`${pathOf(of)}/payouts/${payoutId}/cancel`, of, undefined),
    );
  });
});

describe.each(['status', 'kind'])('an approval of a %s of a later release', (attribute) => {
  async function laterApproval() {
    const all = await guarded(service);
    const { approvalId } = await pend(service, all);
    await store('approval', all.of, () => ({ [attribute]: later }));
    return { ...all, approvalId: approvalId as string };
  }

  test('is listed as it is, and nobody votes on it', async () => {
    const { of, voter, approvalId } = await laterApproval();

    const { data } = bodyOf(await service.get(`${pathOf(of)}/payouts/approvals`, of));
    expect(data).toMatchObject([{ approvalId, [attribute]: later }]);
    await expectUntouched(of, 'INTERNAL', () => vote(service, of, approvalId, voter(0)));
    await expectUntouched(of, 'INTERNAL', () => vote(service, of, approvalId, voter(0), 'reject'));
  });

  test('does not expire: its work waits', async () => {
    const { of, approvalId } = await laterApproval();
    service.clock.advance(2 * 24 * 60 * 60 * 1000);

    await workOn(of, 'approvals', approvalId);

    expect(await rowsOf('approval', of)).toMatchObject([{ [attribute]: later }]);
    expect(await rowsOf('dueWork', of)).toMatchObject([{ attempts: 0 }]);
  });

  test('does not keep the key that asked from being revoked', async () => {
    const { of } = await laterApproval();
    const owner = await service.member(of.organizationId, 'owner');

    bodyOf(await revoke(service, of.organizationId, owner, of.key.id));
    await workOn(of, 'approvals', of.key.id);

    expect(await rowsOf('approval', of)).toMatchObject([{ [attribute]: later }]);
    const left = (await rowsOf('dueWork', of)).filter(
      ({ kind, resourceId }) => kind === 'approvals' && resourceId === of.key.id,
    );
    // What has ended in whatever way needs nothing more; a kind that is not known waits for who knows it.
    expect(left).toHaveLength(attribute === 'kind' ? 1 : 0);
  });
});

describe('a run in a status of a later release', () => {
  async function laterRun() {
    const of = await batchingOrganization(service);
    const batch = await submitted(service, of, linesTo(await payee(service, of), 2), { autoCommit: false });
    await store('batch', of, () => ({ status: later }));
    return { of, batch };
  }

  test('is shown as it is, alone and in lists', async () => {
    const { of, batch } = await laterRun();

    expect((await batchOf(service, of, batch)).status).toBe(later);
    const { data } = bodyOf(await service.get(`${pathOf(of)}/payouts/batches`, of));
    expect(data).toMatchObject([{ batchId: batch.batchId, status: later }]);
  });

  test('is neither confirmed nor canceled', async () => {
    const { of, batch } = await laterRun();
    const names = ['head', 'batch', 'batchItem', 'dueWork'];

    for (const action of ['confirm', 'cancel'] as const) {
      await expectUntouched(of, 'INTERNAL', () => act(service, of, batch, action, of), names);
    }
  });

  test('is not worked on: its work waits, however long, and goes on when the status is known', async () => {
    const { of, batch } = await laterRun();

    for (let attempt = 0; attempt < 20; attempt += 1) {
      await expectUntouched(of, undefined, () => workOn(of, 'batches', batch.batchId), ['head', 'batch', 'batchItem']);
    }

    const [work] = await rowsOf('dueWork', of);
    expect(work).toMatchObject({ attempts: 0 });
    expect(work).not.toHaveProperty('parkedAt');
    await store('batch', of, () => ({ status: 'received' }));
    await workOn(of, 'batches', batch.batchId);
    expect((await batchOf(service, of, batch)).status).toBe('awaiting_confirmation');
  });

  test('with an item in such a status is not completed before the status is known', async () => {
    const of = await batchingOrganization(service);
    const batch = await submitted(service, of, linesTo(await payee(service, of), 1), { autoCommit: false });
    await workOn(of, 'batches', batch.batchId);
    await store('batchItem', of, () => ({ status: later }));
    bodyOf(await act(service, of, batch, 'confirm', of));

    await expectUntouched(of, undefined, () => workOn(of, 'batches', batch.batchId), ['head', 'batch', 'batchItem']);

    expect(await itemsOf(service, of, batch)).toMatchObject([{ index: 0, status: later }]);
    await store('batchItem', of, () => ({ status: 'valid' }));
    await workOn(of, 'batches', batch.batchId);
    expect((await batchOf(service, of, batch)).status).toBe('completed');
  });
});

describe('something else that a decision rests on, of a later release', () => {
  test('a held deposit is shown, and not accepted', async () => {
    const of = await service.organization();
    const operator = await service.member(of.organizationId, 'operator');
    const transfer = { organizationId: of.organizationId, amount: '9.00', currency: 'USD', expected: '10.00' };
    const { depositId } = await performed(service, 'credit-deposit', { ...transfer, externalId: 'later-1' });
    await store('deposit', of, () => ({ status: later }));

    const path = `${pathOf(of)}/deposits/${depositId}`;
    expect(bodyOf(await service.get(path, of)).status).toBe(later);
    await expectUntouched(of, 'INTERNAL', () => service.post(`${path}/accept`, operator, undefined));
  });

  test('a collection account is shown, and neither removed nor opened', async () => {
    const of = await service.organization();
    const owner = await service.member(of.organizationId, 'owner');
    const { accountId } = await registeredAccount(service, of, owner);
    await store('collectionAccount', of, () => ({ status: later }));

    const names = ['head', 'collectionAccount', 'openAccounts', 'mail'];
    expect((await listed(service, of, of)).data).toMatchObject([{ accountId, status: later }]);
    await expectUntouched(of, 'INTERNAL', () => remove(service, of, owner, accountId), names);
  });

  test('a collection account that waits for approvers is not opened by their votes, nor ended by a rejection', async () => {
    const { of, voter } = await guarded(service, { approvers: 4 });
    const owner = await service.member(of.organizationId, 'owner');
    const { approvalId } = bodyOf(await register(service, of, owner), 202);
    await store('collectionAccount', of, () => ({ status: later }));
    await expectUntouched(of, 'INTERNAL', () => vote(service, of, approvalId, voter(1), 'reject'));
    bodyOf(await vote(service, of, approvalId, voter(0)));
    const names = ['head', 'collectionAccount', 'approval', 'mail'];
    await expectUntouched(of, undefined, () => workOn(of, 'approvals', approvalId), names);
  });

  test.each([
    ['the status of a recipient', () => ({ status: later })],
    ['the kind of their account', ({ methods }: Raw) => ({ methods: [{ ...(methods as Raw[])[0], kind: later }] })],
  ])('%s is shown, and nothing is paid to them', async (_name, change) => {
    const of = await fundedOrganization(service);
    const recipient = await addRecipient(service, of);
    const quote = await addQuote(service, of, recipient);
    await store('recipient', of, change);

    const shown = bodyOf(await service.get(`/recipients/${of.organizationId}/${recipient.recipientId}`, of));
    expect(JSON.stringify(shown)).toContain(later);
    await expectUntouched(of, 'INTERNAL', () => sendPayout(service, of, recipient));
    const { destinationAccountId } = recipient.methods[0];
    await expectUntouched(of, 'INTERNAL', () =>
      service.post(`${pathOf(of)}/quotes/offramp`, of, { amount: '1.00', destinationAccountId }),
    );
    await expectUntouched(of, 'INTERNAL', () => accept(service, of, quote));
  });

  test('a link is shown, and is neither changed, published, paused nor deleted', async () => {
    const of = await service.organization();
    const items = [{ name: 'Mug', quantity: 1, unitAmount: '12.50' }];
    const { linkId } = await service.arrange('createLink', of, { currency: 'USD', items });
    await store('checkoutLink', of, () => ({ status: later }));

    const path = `/checkout/organizations/${of.organizationId}/links/${linkId}`;
    expect(bodyOf(await service.get(path, of)).status).toBe(later);
    const options = { idempotencyKey: 'change', body: { fromName: 'Mugs' } };
    for (const change of [
      () => service.call('PATCH', path, of, options),
      () => service.call('DELETE', path, of),
      () => service.post(`${path}/publish`, of, undefined),
      () => service.post(`${path}/pause`, of, undefined),
    ]) {
      await expectUntouched(of, 'INTERNAL', change, ['head', 'checkoutLink']);
    }
  });

  test('a payment is shown, and its worker waits for that release', async () => {
    const of = await service.organization();
    const payment = await simulated(service, of, await linkEnding(service, of, '02'));
    await store('checkoutPayment', of, () => ({ status: later }));
    expect((await paymentNow(service, of, payment.id)).status).toBe(later);
    await workOn(of, 'checkout', payment.id);
    const [work] = await rowsOf('dueWork', of);
    expect(work).toMatchObject({ attempts: 0, unavailableSince: expect.any(Number) });
    expect((await rowsOf('checkoutPayment', of))[0]).toMatchObject({ status: later, version: 1 });
  });

  test('a receipt is shown, and not assigned', async () => {
    const of = await service.organization();
    const owner = await service.member(of.organizationId, 'owner');
    const { accountId, details } = await registeredAccount(service, of, owner, cryptoAccount());
    const link = await storeLink(service, of, { methods: [{ kind: 'crypto', accountId, ...details }] });
    const opened = await createCryptoPayment(
      service.runtime,
      link,
      { browser: 'browser', network: 'network', seenAt: 0 },
      {},
    );
    const { paymentId } = (opened as { open: CryptoAttempt }).open;
    bodyOf(await service.post(`${checkoutOf(of)}/sandbox/transfers`, of, { ...details, amount: '1' }), 201);
    service.clock.advance(60_000);
    await workOn(of, 'checkout', accountId);
    await store('cryptoReceipt', of, () => ({ status: later }));
    const path = `${checkoutOf(of)}/receipts`;
    const [receipt] = bodyOf(await service.get(path, of)).data;
    expect(receipt.status).toBe(later);
    const assign = () => service.post(`${path}/${receipt.id}/assign`, owner, { paymentId });
    await expectUntouched(of, 'INTERNAL', assign, ['head', 'cryptoReceipt', 'checkoutPayment', 'takenTransfer']);
  });

  test('a link is not paid on', async () => {
    const of = await service.organization();
    const link = await storeLink(service, of, { status: later as never });
    await expectUntouched(of, 'INTERNAL', () => simulate(service, of, link), ['head', 'checkoutLink']);
  });

  test('a product is shown, and neither changed nor archived', async () => {
    const of = await service.organization();
    const { productId } = await service.arrange('createProduct', of, {
      name: 'Mug',
      currency: 'USD',
      unitAmount: '12.50',
    });
    await store('product', of, () => ({ status: later }));

    const path = `/checkout/organizations/${of.organizationId}/products/${productId}`;
    expect(bodyOf(await service.get(path, of)).status).toBe(later);
    const change = () => service.call('PATCH', path, of, { body: { name: 'Cup' } });
    await expectUntouched(of, 'INTERNAL', change, ['head', 'product']);
    await expectUntouched(of, 'INTERNAL', () => service.post(`${path}/archive`, of, undefined), ['head', 'product']);
  });

  test('a quote is not accepted', async () => {
    const of = await fundedOrganization(service);
    const quote = await addQuote(service, of, await addRecipient(service, of));
    await store('quote', of, () => ({ amountLeg: later }));

    await expectUntouched(of, 'INTERNAL', () => accept(service, of, quote));
  });

  test.each(['status', 'mode'])('an organization whose %s is not known lets nobody do anything', async (attribute) => {
    const of = await fundedOrganization(service);
    const { organizationId } = of;
    const owner = await service.member(organizationId, 'owner');
    await store('organization', of, () => ({ [attribute]: later }));

    await expectUntouched(of, 'INTERNAL', () => service.get(`${pathOf(of)}/balance`, of));
    await expectUntouched(of, 'INTERNAL', () => service.post(`${pathOf(of)}/sandbox/fund`, of, { amount: '1.00' }));
    await expectUntouched(of, 'INTERNAL', () => service.get(`/organizations/${organizationId}/members`, owner));
    expect((await perform(service, 'resume', { organizationId })).error).toMatchObject({ type: 'INTERNAL' });
    expect((await performed(service, 'show', { organizationId })).organization[attribute]).toBe(later);
  });

  test('a delivery is listed, and neither attempted nor replayed', async () => {
    const webhooks = await organizationOfWebhooks(service);
    const { id } = await registered(service, webhooks, { url: hookUrl });
    const { deliveryId } = await addDelivery(service, webhooks, id, { status: 'dead' });
    await store('webhookDelivery', webhooks, () => ({ status: later }));

    const list = bodyOf(await service.get(`${webhooks.path}/${id}/deliveries`, webhooks.operator));
    expect(list).toMatchObject([{ status: later }]);
    await expectUntouched(webhooks, 'INTERNAL', () => replay(service, webhooks, id, deliveryId));
    await expectUntouched(webhooks, undefined, () => replayMany(service, webhooks, id, { status: 'all' }));
  });
});

describe('what grants something, of a later release', () => {
  test('a role grants nothing; only an owner may touch who has it', async () => {
    const members = await organizationOfMembers(service);
    const { organizationId, owner, path } = members;
    const admin = await service.member(organizationId, 'admin');
    const person = await service.member(organizationId, 'viewer');
    const { client, tableName } = service.runtime.store;
    const rows = await rowsOf('member', members);
    const row = rows.find(({ userId }) => userId === person.userId);
    await client.send(new PutCommand({ TableName: tableName, Item: { ...row, role: later } }));

    expectError(await service.get(`${pathOf(members.organization)}/balance`, person), 'FORBIDDEN');
    const { data } = bodyOf(await service.get(path, owner));
    expect(data.map(({ role }: Raw) => role)).toContain(later);
    expectError(await service.call('DELETE', `${path}/${person.userId}`, admin), 'FORBIDDEN');
    const viewer = { body: { role: 'viewer' } };
    expectError(await service.call('PATCH', `${path}/${person.userId}`, admin, viewer), 'FORBIDDEN');
    bodyOf(await service.call('PATCH', `${path}/${person.userId}`, owner, viewer));
  });

  test('an invitation to such a role makes nobody a member', async () => {
    const members = await organizationOfMembers(service);
    const { token } = bodyOf(await invite(service, members), 201);
    await store('team', members, ({ invitations }) => ({
      invitations: [{ ...(invitations as Raw[])[0], role: later }],
    }));
    const person = await service.person();

    await expectUntouched(members, 'INTERNAL', () => joinBy(service, members, person, token));
    expect(bodyOf(await service.get(members.path, members.owner)).invitations).toMatchObject([{ role: later }]);
  });

  test('a scope grants nothing, is shown, and goes over to the successor', async () => {
    const of = await service.organization();
    const owner = await service.member(of.organizationId, 'owner');
    await store('apiKey', of, () => ({ scopes: ['read', later] }));

    bodyOf(await service.get(`${pathOf(of)}/balance`, of));
    expectError(await service.post(`${pathOf(of)}/sandbox/fund`, of, { amount: '1.00' }), 'INSUFFICIENT_SCOPE');
    const { data } = bodyOf(await service.get(keysPath(of.organizationId), owner));
    expect(data).toMatchObject([{ scopes: ['read', later] }]);
    const { publicKey } = (await issueKey(service, of.organizationId, owner)).key;
    expect(publicKey).not.toBe(of.key.publicKey);
  });

  test('a key of a scheme that is not known proves nothing', async () => {
    const of = await service.organization();
    await store('apiKey', of, () => ({ scheme: later }));

    await expectUntouched(of, 'INTERNAL', () => service.get(`${pathOf(of)}/balance`, of));
  });

  test('a feature is shown, and stays when operators switch another one', async () => {
    const of = await service.organization();
    await store('organization', of, () => ({ features: [later] }));

    bodyOf(await service.get(`${pathOf(of)}/policy`, of));
    await performed(service, 'features', { organizationId: of.organizationId, on: ['developer'] });

    const [organization] = await rowsOf('organization', of);
    expect(organization?.features).toEqual(['developer', later]);
  });
});

describe('an idempotency record in a state of a later release', () => {
  test('is neither executed nor taken over: the outcome is unknown, also after its lock', async () => {
    const of = await service.organization();
    const fund = () => service.post(`${pathOf(of)}/sandbox/fund`, of, { amount: '1.00' }, { idempotencyKey: 'once' });
    bodyOf(await fund(), 201);
    await store('idempotencyRecord', of, () => ({ state: later }));

    for (const wait of [0, 10 * lockMs]) {
      service.clock.advance(wait);
      expect(bodyOf(await service.get(`${pathOf(of)}/idempotency-keys?key=once`, of))).toEqual({
        key: 'once',
        state: 'outcome_unknown',
        requestId: expect.stringMatching(/^req_/),
        createdAt: expect.any(String),
      });
      await expectUntouched(
        of,
        undefined,
        async () => {
          const answer = await fund();
          expectError(answer, 'PAYOUT_OUTCOME_UNKNOWN', { status: 409 });
          return answer;
        },
        ['head', 'idempotencyRecord'],
      );
    }
  });
});

describe('due work of a kind of a later release', () => {
  test('is left alone by the stream and by the sweep', async () => {
    const of = await fundedOrganization(service);
    const { payoutId } = await addPayout(service, of);
    await store('dueWork', of, ({ pk }) => ({ kind: later, dueShard: `${later}#0`, pk: `${pk}#${later}` }));
    const rows = await rowsOf('dueWork', of);
    const row = rows.find(({ kind }) => kind === later) as Raw;
    service.hints.take();

    await hintDueWork(service.runtime, [{ before: undefined, after: row as never }]);
    await sweepDueWork(service.runtime);

    const hinted = service.hints.take().filter(({ resourceId }) => resourceId === payoutId);
    expect(hinted.map(({ kind }) => kind)).toEqual(['rails']);
    const dueWork = entities.get('dueWork');
    expect(dueWork && format(dueWork, row)).toMatchObject({ kind: later });
  });
});

describe('a row that only tells something, of a later release', () => {
  test('an event is in the feed, and delivered where no types are named', async () => {
    const webhooks = await organizationOfWebhooks(service);
    const { of, organizationId } = webhooks;
    await registered(service, webhooks, { url: hookUrl });
    await addPayout(service, await funded(of));
    const events = (await rowsOf('event', of)).filter(({ type }) => type === 'payout.pending');
    const { client, tableName } = service.runtime.store;
    const type = 'mandate.signed';
    await client.send(new PutCommand({ TableName: tableName, Item: { ...events[0], type } }));

    const hint = { kind: 'endpoints' as const, organizationId, resourceId: '*', sequence: 100 };
    await deliver(service, [{ ...hint, dueAt: service.clock.now }]);

    const feed = bodyOf(await service.get(`${pathOf(of)}/events`, of));
    expect(feed.data.map((event: Raw) => event.type)).toContain(type);
    expect((await rowsOf('webhookDelivery', of)).map(({ eventType }) => eventType)).toContain(type);
  });

  test('a ledger row and an audit row are listed as they are', async () => {
    const of = await funded(await service.organization());
    const { client, tableName } = service.runtime.store;
    bodyOf(await service.post(`${pathOf(of)}/sandbox/fund`, of, { amount: '1.00' }), 201);
    const [row] = await rowsOf('balanceTransaction', of);
    const [audited] = await rowsOf('auditEvent', of);
    await client.send(new PutCommand({ TableName: tableName, Item: { ...row, type: later } }));
    await client.send(new PutCommand({ TableName: tableName, Item: { ...audited, outcome: later } }));

    const rows = bodyOf(await service.get(`${pathOf(of)}/balance_transactions`, of)).data;
    expect(rows.map(({ type }: Raw) => type)).toContain(later);
    const audit = bodyOf(await service.get(`${pathOf(of)}/audit-events`, of)).data;
    expect(audit.map(({ outcome }: Raw) => outcome)).toContain(later);
    bodyOf(await service.get(`${pathOf(of)}/balance/history`, of));
    expect(await findingsOf(service, of)).toEqual([]);
  });
});

async function funded(of: TestOrganization): Promise<TestOrganization> {
  await service.arrange('fundSandbox', of, { amount: '1000.00' });
  return of;
}

import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { DueWorkEntity, dueRef, scheduleWork } from '../../../shared/journal/due/due-work.ts';
import { type PayoutStatus, payoutStatuses } from '../../../shared/payouts/payout/transitions.ts';
import { auditRows, expectError } from '../../support/answers.ts';
import {
  addPayout,
  bodyOf,
  expectSoundBooks,
  fundedOrganization,
  pathOf,
  readFeed,
  readLedger,
  settle,
  type TestOrganization,
} from '../../support/journey.ts';
import { quotes } from '../../support/quotes.ts';
import { type Answer, TestService } from '../../support/service.ts';
import { storePayout } from './support.ts';

let service: TestService;
let organization: TestOrganization;

beforeAll(async () => {
  service = await TestService.start();
  organization = await fundedOrganization(service);
});

const pathTo = (payoutId: string, of = organization) => `${pathOf(of)}/payouts/${payoutId}/cancel`;

function cancel(payoutId: string, of = organization, idempotencyKey?: string): Promise<Answer> {
  const options = idempotencyKey === undefined ? {} : { idempotencyKey };
  return service.call('POST', pathTo(payoutId, of), of, options);
}

const order = async (payoutId: string, of = organization) =>
  bodyOf(await service.get(`${pathOf(of)}/orders/${payoutId}`, of));

describe('a payout that awaits its own funds', () => {
  test(
    'is canceled, with one event, without a ledger row',
    quotes({
      'Endpoints > Other referenced operations': '`POST …/payouts/{payoutId}/cancel` | cancel a single pending payout',
    }),
    async () => {
      const of = await fundedOrganization(service);
      const [{ payoutId }, other] = [await storePayout(service, of), await storePayout(service, of)];
      const before = await readLedger(service, of);
      service.clock.advance(1_000);
      const canceled = bodyOf(await cancel(payoutId, of));
      expect(canceled).toMatchObject({ payoutId, status: 'canceled', requiresFunding: true });
      expect(Date.parse(canceled.updatedAt)).toBe(service.clock.now);
      expect(canceled).not.toHaveProperty('failureCode');
      expect(await order(payoutId, of)).toEqual(canceled);
      expect((await order(other.payoutId, of)).status).toBe('pending');
      expect((await readFeed(service, of)).slice(1)).toMatchObject([
        { type: 'payout.canceled', payoutId, data: canceled },
      ]);
      expect(await readFeed(service, of, `payoutId=${payoutId}`)).toMatchObject([{ type: 'payout.canceled' }]);
      expect(await readLedger(service, of)).toEqual(before);
      await expectSoundBooks(service, of);
    },
  );

  test('is audited under the caller’s key, refused or not', async () => {
    const of = await service.organization();
    const { payoutId } = await storePayout(service, of);
    bodyOf(await cancel(payoutId, of));
    service.clock.advance(1);
    expectError(await cancel(payoutId, of), 'PAYOUT_NOT_CANCELABLE');
    const common = { action: 'payout.cancel', apiKeyPrefix: of.key.prefix };
    expect(await auditRows(service, of)).toMatchObject([
      { ...common, outcome: 'succeeded', resourceId: payoutId },
      { ...common, outcome: 'refused', errorType: 'PAYOUT_NOT_CANCELABLE' },
    ]);
  });

  test('has nothing left to do afterwards', async () => {
    const { organizationId } = organization;
    const { payoutId } = await storePayout(service, organization);
    const key = { organizationId, kind: 'funding', resourceId: payoutId } as const;
    const { runtime } = service;
    await runtime.store.transact([scheduleWork(key, service.clock.now)], runtime.ids.token());
    bodyOf(await cancel(payoutId));
    expect(await runtime.store.getMany(DueWorkEntity, [dueRef(key).key])).toEqual([]);
    await settle(service);
    expect((await order(payoutId)).status).toBe('canceled');
  });

  test('is canceled once: under the same key the answer is replayed, under another it is refused', async () => {
    const { payoutId } = await storePayout(service, organization);
    const key = randomUUID();
    const first = await cancel(payoutId, organization, key);
    const again = await cancel(payoutId, organization, key);
    expect(again).toMatchObject({ status: 200, text: first.text, headers: { 'idempotency-replayed': 'true' } });
    expectError(await cancel(payoutId, organization, randomUUID()), 'PAYOUT_NOT_CANCELABLE');
    expect(await readFeed(service, organization, `payoutId=${payoutId}`)).toHaveLength(1);
  });

  test('is canceled once by several callers at a time', async () => {
    const { payoutId } = await storePayout(service, organization);
    const answers = await Promise.all(Array.from({ length: 4 }, () => cancel(payoutId, organization, randomUUID())));
    const [success, ...refused] = answers.toSorted((a, b) => a.status - b.status);
    expect(success?.status).toBe(200);
    for (const answer of refused) expectError(answer, 'PAYOUT_NOT_CANCELABLE');
    expect(await readFeed(service, organization, `payoutId=${payoutId}`)).toHaveLength(1);
  });
});

describe('a payout that is not to be canceled', () => {
  test('settles from the balance, pending or later: PAYOUT_NOT_CANCELABLE, and it goes on', async () => {
    const { payoutId } = await addPayout(service, organization);
    expectError(await cancel(payoutId), 'PAYOUT_NOT_CANCELABLE');
    await settle(service);
    expect((await order(payoutId)).status).toBe('completed');
    expectError(await cancel(payoutId), 'PAYOUT_NOT_CANCELABLE');
  });

  const later = payoutStatuses.filter((status) => status !== 'awaiting_funds');
  test.each<[PayoutStatus]>(later.map((status) => [status]))('is %s: PAYOUT_NOT_CANCELABLE', async (status) => {
    const { payoutId } = await storePayout(service, organization, { status });
    expectError(await cancel(payoutId), 'PAYOUT_NOT_CANCELABLE');
    expect((await order(payoutId)).status).toBe(status);
  });

  test('is not there, or another organization’s: NOT_FOUND', async () => {
    const other = await service.organization();
    const theirs = await storePayout(service, other);
    for (const payoutId of ['po_unknown', theirs.payoutId]) expectError(await cancel(payoutId), 'NOT_FOUND');
    expect((await order(theirs.payoutId, other)).status).toBe('pending');
  });

  test('a malformed idempotency key: IDEMPOTENCY_KEY_INVALID', async () => {
    const { payoutId } = await storePayout(service, organization);
    expectError(await cancel(payoutId, organization, 'a b'), 'IDEMPOTENCY_KEY_INVALID');
    expect((await order(payoutId)).status).toBe('pending');
  });
});

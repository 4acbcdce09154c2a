import { beforeAll, describe, expect, test } from 'vitest';
import { available } from '../../shared/journal/commit/support.ts';
import { auditRows } from '../../support/answers.ts';
import { crashAt } from '../../support/crash.ts';
import { expectSoundBooks, fundedOrganization, readFeed, readLedger } from '../../support/journey.ts';
import { expectRefusal, perform, performed } from '../../support/operations.ts';
import { TestService } from '../../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await TestService.start();
});

const inputOf = (organizationId: string, more: object = {}) => {
  return { organizationId, direction: 'credit', amount: '5.00', currency: 'USD', reason: 'bank fee', ...more };
};

describe('an adjustment', () => {
  test('is a ledger row with its reason, either way, and no event', async () => {
    const of = await fundedOrganization(service, '10.00');
    const credit = await performed(service, 'adjust', inputOf(of.organizationId), { idempotencyKey: 'up' });
    const debit = inputOf(of.organizationId, { direction: 'debit', amount: '15.00', reason: 'sent twice' });
    await performed(service, 'adjust', debit, { idempotencyKey: 'down' });
    const [, first, second] = await readLedger(service, of);
    expect(first).toMatchObject({ type: 'adjustment', amount: '5.00', balanceAfter: '15.00', reason: 'bank fee' });
    expect(second).toMatchObject({ type: 'adjustment', amount: '-15.00', balanceAfter: '0.00', reason: 'sent twice' });
    expect(credit).toEqual({ balanceTransactionId: first.id, currency: 'USD', available: '15.00' });
    expect(await readFeed(service, of)).toHaveLength(1);
    await expectSoundBooks(service, of);
    const audited = (await auditRows(service, of)).filter(({ action }) => action === 'balance.adjust');
    expect(new Map(audited.map((row) => [row.resourceId, row.actorUserId]))).toEqual(
      new Map([first, second].map(({ id }) => [id, 'operator:ada'])),
    );
  });

  test('below zero is INSUFFICIENT_BALANCE, audited, and its key is free again', async () => {
    const of = await fundedOrganization(service, '4.00');
    const debit = inputOf(of.organizationId, { direction: 'debit' });
    expectRefusal(await perform(service, 'adjust', debit, { idempotencyKey: 'k' }), 'INSUFFICIENT_BALANCE');
    expect(await available(service, of)).toBe('4.00');
    const audited = (await auditRows(service, of)).filter(({ action }) => action === 'balance.adjust');
    expect(audited).toMatchObject([{ outcome: 'refused', errorType: 'INSUFFICIENT_BALANCE' }]);
    await performed(service, 'adjust', { ...debit, amount: '4.00' }, { idempotencyKey: 'k' });
    expect(await available(service, of)).toBe('0.00');
  });

  test('repeated with its key adjusts once, and answers as the first time', async () => {
    const of = await fundedOrganization(service, '10.00');
    const input = inputOf(of.organizationId);
    const first = await perform(service, 'adjust', input, { idempotencyKey: 'once' });
    const again = await perform(service, 'adjust', input, { idempotencyKey: 'once', operator: 'bob' });
    expect(again).toEqual({ ...first, replayed: true });
    expect(await available(service, of)).toBe('15.00');
    const other = await perform(service, 'adjust', { ...input, amount: '6.00' }, { idempotencyKey: 'once' });
    expectRefusal(other, 'IDEMPOTENCY_KEY_CONFLICT');
    expect(await available(service, of)).toBe('15.00');
  });

  test('two at once with one key adjust once', async () => {
    const of = await fundedOrganization(service, '10.00');
    const adjust = () => perform(service, 'adjust', inputOf(of.organizationId), { idempotencyKey: 'two' });
    const answers = await Promise.all([adjust(), adjust(), adjust()]);
    expect(answers.some(({ result }) => result)).toBe(true);
    expect(await available(service, of)).toBe('15.00');
  });

  test.each([1, 2, 3, 4])('of a process that dies at its call %i is made once by the repetition', async (call) => {
    for (const moment of ['before', 'after'] as const) {
      const of = await fundedOrganization(service, '10.00');
      const { intercept, crashed } = crashAt({ call, moment });
      const adjust = (target: TestService) =>
        perform(target, 'adjust', inputOf(of.organizationId), { idempotencyKey: 'crash' });
      await Promise.race([adjust(service.process(intercept)), crashed]);
      service.clock.advance(15_000);
      expect((await adjust(service)).result).toBeDefined();
      expect(await available(service, of)).toBe('15.00');
      expect(await readLedger(service, of)).toHaveLength(2);
    }
  });

  test('does not share its key with the organization itself', async () => {
    const of = await fundedOrganization(service, '10.00');
    await performed(service, 'adjust', inputOf(of.organizationId), { idempotencyKey: 'same' });
    const path = `/payments/organizations/${of.organizationId}/sandbox/fund`;
    expect((await service.post(path, of, { amount: '1.00' }, { idempotencyKey: 'same' })).status).toBe(201);
  });

  test.each([
    ['reason', { reason: ' ' }],
    ['reason', { reason: undefined }],
    ['direction', { direction: 'up' }],
    ['amount', { amount: '1.001' }],
    ['amount', { amount: '-1.00' }],
    ['currency', { currency: 'XXX' }],
  ])('with a faulty %s is refused by name', async (path, more) => {
    const { organizationId } = await service.organization();
    const answer = await perform(service, 'adjust', inputOf(organizationId, more), { idempotencyKey: 'k' });
    expectRefusal(answer, 'VALIDATION_ERROR');
    expect(answer.error.errors).toEqual([expect.objectContaining({ path })]);
  });

  test('of nothing, or without a key, is refused', async () => {
    const { organizationId } = await service.organization();
    const nothing = inputOf(organizationId, { amount: '0.00' });
    expectRefusal(await perform(service, 'adjust', nothing, { idempotencyKey: 'k' }), 'BAD_REQUEST');
    expectRefusal(await perform(service, 'adjust', inputOf(organizationId)), 'VALIDATION_ERROR');
  });
});

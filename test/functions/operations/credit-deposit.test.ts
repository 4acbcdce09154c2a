import { beforeAll, describe, expect, test } from 'vitest';
import { refTo } from '../../../shared/ground/table/expressions.ts';
import { BankTransferEntity } from '../../../shared/transfers/bank-transfer.ts';
import { available } from '../../shared/journal/commit/support.ts';
import { auditRows, storedItems } from '../../support/answers.ts';
import { crashAt } from '../../support/crash.ts';
import { bodyOf, expectSoundBooks, pathOf, readFeed, readLedger } from '../../support/journey.ts';
import { expectRefusal, perform, performed } from '../../support/operations.ts';
import { TestService } from '../../support/service.ts';

let service: TestService;
let transfers = 0;

beforeAll(async () => {
  service = await TestService.start();
});

function transferTo(organizationId: string, more: object = {}) {
  transfers += 1;
  return { organizationId, amount: '90.00', currency: 'USD', externalId: `bank-${transfers}`, ...more };
}

describe('a bank transfer', () => {
  test.each([
    ['without an expectation', {}],
    ['of what was expected', { expected: '90.00' }],
    ['of more than was expected', { expected: '80.00' }],
  ])('%s is credited and announced once', async (_name, more) => {
    const of = await service.organization('live');
    const input = transferTo(of.organizationId, { reference: 'INV 42', ...more });
    const deposit = await performed(service, 'credit-deposit', input);
    const receivedAt = new Date(service.clock.now).toISOString();
    expect(deposit).toEqual({
      depositId: expect.stringMatching(/^dep_/),
      status: 'completed',
      amount: '90.00',
      currency: 'USD',
      method: 'bank_transfer',
      reference: 'INV 42',
      receivedAt,
    });
    expect(await readFeed(service, of)).toMatchObject([{ type: 'deposit.completed', livemode: true, data: deposit }]);
    expect(await readLedger(service, of)).toMatchObject([{ type: 'deposit', amount: '90.00', balanceAfter: '90.00' }]);
    expect(await auditRows(service, of)).toMatchObject([
      { action: 'deposit.credit', resourceId: deposit.depositId, actorUserId: 'operator:ada' },
    ]);
  });

  test('that is short is held: not announced, not in the balance, and seen by the organization', async () => {
    const of = await service.organization();
    const held = await performed(service, 'credit-deposit', transferTo(of.organizationId, { expected: '100.00' }));
    expect(held).toMatchObject({ status: 'pending', amount: '90.00', expected: '100.00' });
    expect(await readFeed(service, of)).toEqual([]);
    expect(await readLedger(service, of)).toEqual([]);
    expect(await available(service, of)).toBe('0.00');
    expect(bodyOf(await service.get(`${pathOf(of)}/deposits/${held.depositId}`, of))).toEqual(held);
  });

  test('is never credited twice, not to another organization either', async () => {
    const of = await service.organization();
    const other = await service.organization();
    const input = transferTo(of.organizationId);
    const first = await performed(service, 'credit-deposit', input);
    expect(await performed(service, 'credit-deposit', input)).toEqual(first);
    expectRefusal(await perform(service, 'credit-deposit', { ...input, amount: '91.00' }), 'CONFLICT');
    expectRefusal(
      await perform(service, 'credit-deposit', { ...input, organizationId: other.organizationId }),
      'CONFLICT',
    );
    expect([await available(service, of), await available(service, other)]).toEqual(['90.00', '0.00']);
    await expectSoundBooks(service, of);
  });

  test('is credited once, however its id is written', async () => {
    const of = await service.organization();
    const other = await service.organization();
    const [asSent, composed, withOtherSpace] = ['Zu\u0308rich 7', 'Zürich 7', 'Zürich\u00a07'];
    const input = transferTo(of.organizationId, { externalId: asSent });
    const first = await performed(service, 'credit-deposit', input);
    for (const externalId of [asSent, composed, withOtherSpace]) {
      expect(await performed(service, 'credit-deposit', { ...input, externalId })).toEqual(first);
      const elsewhere = { ...input, externalId, organizationId: other.organizationId };
      expectRefusal(await perform(service, 'credit-deposit', elsewhere), 'CONFLICT');
    }
    expect([await available(service, of), await available(service, other)]).toEqual(['90.00', '0.00']);
  });

  test('with an id that is written differently, by operators at once, is credited once', async () => {
    const of = await service.organization();
    const input = transferTo(of.organizationId);
    const written = ['Genève', 'Gene\u0300ve', 'Genève\ufe0f', 'Gene\u0300ve'];
    const answers = await Promise.all(
      written.map((externalId) => performed(service, 'credit-deposit', { ...input, externalId })),
    );
    expect(new Set(answers.map(({ depositId }) => depositId)).size).toBe(1);
    expect(await readLedger(service, of)).toHaveLength(1);
  });

  test('that an earlier release credited is found by its id as it was sent', async () => {
    const of = await service.organization();
    const input = transferTo(of.organizationId, { externalId: 'Ko\u0308ln' });
    const first = await performed(service, 'credit-deposit', input);
    await service.runtime.store.remove(refTo(BankTransferEntity, { externalId: 'Köln' }), {});
    expect(await performed(service, 'credit-deposit', input)).toEqual(first);
    expect(await available(service, of)).toBe('90.00');
  });

  test('credited by two operators at once is credited once', async () => {
    const of = await service.organization();
    const input = transferTo(of.organizationId);
    const answers = await Promise.all([1, 2, 3].map(() => performed(service, 'credit-deposit', input)));
    expect(new Set(answers.map(({ depositId }) => depositId)).size).toBe(1);
    expect(await readLedger(service, of)).toHaveLength(1);
    expect(await readFeed(service, of)).toHaveLength(1);
  });

  test.each([1, 2, 3, 4])('of a process that dies at its call %i is credited once by the repetition', async (call) => {
    for (const moment of ['before', 'after'] as const) {
      const of = await service.organization();
      const input = transferTo(of.organizationId);
      const { intercept, crashed } = crashAt({ call, moment });
      await Promise.race([perform(service.process(intercept), 'credit-deposit', input), crashed]);
      await performed(service, 'credit-deposit', input);
      expect(await readLedger(service, of)).toHaveLength(1);
      expect(await readFeed(service, of)).toHaveLength(1);
    }
  });

  test('of nothing is refused and leaves nothing', async () => {
    const { organizationId } = await service.organization();
    const before = (await storedItems(service, 'deposit')).length;
    const nothing = transferTo(organizationId, { amount: '0.00' });
    expectRefusal(await perform(service, 'credit-deposit', nothing), 'BAD_REQUEST');
    expect(await storedItems(service, 'deposit')).toHaveLength(before);
  });
});

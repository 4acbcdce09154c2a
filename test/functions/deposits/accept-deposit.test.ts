import { beforeAll, describe, expect, test } from 'vitest';
import { available } from '../../shared/journal/commit/support.ts';
import { auditRows, expectError } from '../../support/answers.ts';
import { crashAt } from '../../support/crash.ts';
import { bodyOf, expectSoundBooks, fund, pathOf, readFeed, readLedger } from '../../support/journey.ts';
import { performed } from '../../support/operations.ts';
import { quotes } from '../../support/quotes.ts';
import { TestService, type TestSession } from '../../support/service.ts';

let service: TestService;
let transfers = 0;
const announcedOnce = quotes({
  'States and transitions > Deposit': 'A completed deposit emits `deposit.completed` once.',
});

beforeAll(async () => {
  service = await TestService.start();
});

/** An organization with a deposit of 90.00 that is held, and somebody who may accept it. */
async function held() {
  const of = await service.organization();
  const { organizationId } = of;
  transfers += 1;
  const transfer = {
    organizationId,
    amount: '90.00',
    currency: 'USD',
    expected: '100.00',
    externalId: `b${transfers}`,
  };
  const deposit = await performed(service, 'credit-deposit', transfer);
  const operator = await service.member(organizationId, 'operator');
  const path = `${pathOf(of)}/deposits/${deposit.depositId}/accept`;
  const accept = (who: TestSession = operator, target = service) => target.post(path, who, undefined);
  return { of, deposit, operator, accept, path };
}

describe('a held deposit that is accepted', () => {
  test('is in the balance, in the ledger and in the feed, and audited', async () => {
    const { of, deposit, operator, accept } = await held();
    service.clock.advance(60_000);
    const { expected: _, ...rest } = deposit;
    const accepted = bodyOf(await accept());
    expect(accepted).toEqual({ ...rest, status: 'completed' });
    expect(await available(service, of)).toBe('90.00');
    expect(await readFeed(service, of)).toMatchObject([{ type: 'deposit.completed', data: accepted }]);
    expect(await readLedger(service, of)).toMatchObject([{ type: 'deposit', amount: '90.00' }]);
    expect((await auditRows(service, of)).at(-1)).toMatchObject({
      action: 'deposit.accept',
      resourceId: deposit.depositId,
      actorUserId: operator.userId,
    });
  });

  test('again, under any key, stays as it is: one row, one event', announcedOnce, async () => {
    const { of, accept } = await held();
    const first = bodyOf(await accept());
    expect(bodyOf(await accept())).toEqual(first);
    expect(await readFeed(service, of)).toHaveLength(1);
    await expectSoundBooks(service, of);
  });

  test('by several at once is accepted once', announcedOnce, async () => {
    const { of, operator, accept } = await held();
    const owner = await service.member(of.organizationId, 'owner');
    const answers = await Promise.all([accept(operator), accept(owner), accept(operator), accept(owner)]);
    for (const answer of answers) bodyOf(answer);
    expect(await available(service, of)).toBe('90.00');
    expect(await readFeed(service, of)).toHaveLength(1);
    expect(await readLedger(service, of)).toHaveLength(1);
  });

  test.each([1, 2, 3, 4, 5])('by a process that dies at its call %i is accepted once by the next', async (call) => {
    for (const moment of ['before', 'after'] as const) {
      const { of, accept, operator } = await held();
      const { intercept, crashed } = crashAt({ call, moment });
      await Promise.race([accept(operator, service.process(intercept)), crashed]);
      bodyOf(await accept());
      expect(await available(service, of)).toBe('90.00');
      expect(await readFeed(service, of)).toHaveLength(1);
    }
  });

  test('stays credited when the bank transfer is credited again', async () => {
    const { of, deposit, accept } = await held();
    const accepted = bodyOf(await accept());
    const { organizationId } = of;
    const transfer = { organizationId, amount: '90.00', currency: 'USD', expected: '100.00' };
    const again = await performed(service, 'credit-deposit', { ...transfer, externalId: `b${transfers}` });
    expect(again).toEqual(accepted);
    expect(again.depositId).toBe(deposit.depositId);
    expect(await available(service, of)).toBe('90.00');
  });
});

describe('accepting', () => {
  test('is not for API keys, viewers and strangers', async () => {
    const { of, path, accept } = await held();
    const other = await service.organization();
    expectError(await service.post(path, of, undefined), 'UNAUTHORIZED');
    expectError(await accept(await service.member(of.organizationId, 'viewer')), 'FORBIDDEN');
    expectError(await accept(await service.member(other.organizationId, 'owner')), 'FORBIDDEN');
    expect(await available(service, of)).toBe('0.00');
  });

  test("another organization's deposit is NOT_FOUND, as one that does not exist", async () => {
    const { deposit } = await held();
    const other = await service.organization();
    const owner = await service.member(other.organizationId, 'owner');
    for (const id of [deposit.depositId, 'dep_none']) {
      expectError(await service.post(`${pathOf(other)}/deposits/${id}/accept`, owner, undefined), 'NOT_FOUND');
    }
  });

  test('while suspended is ACCOUNT_BLOCKED', async () => {
    const { of, accept } = await held();
    await performed(service, 'suspend', { organizationId: of.organizationId });
    expectError(await accept(), 'ACCOUNT_BLOCKED');
  });
});

describe('the list of deposits', () => {
  test('is newest first, by pages, and by status', async () => {
    const { of, deposit } = await held();
    service.clock.advance(1_000);
    const funded = await fund(service, of);
    const list = async (query: string) => bodyOf(await service.get(`${pathOf(of)}/deposits${query}`, of));
    expect(await list('')).toEqual({ data: [funded, deposit], completeUntil: expect.any(String) });
    expect(await list('?status=pending')).toEqual({ data: [deposit], completeUntil: expect.any(String) });
    const { data, nextCursor } = await list('?limit=1');
    expect(data).toEqual([funded]);
    expect(await list(`?limit=1&cursor=${nextCursor}`)).toEqual({ data: [deposit], completeUntil: expect.any(String) });
  });

  test('shows nothing of another organization', async () => {
    const { deposit } = await held();
    const other = await service.organization();
    expect(bodyOf(await service.get(`${pathOf(other)}/deposits`, other))).toEqual({
      data: [],
      completeUntil: expect.any(String),
    });
    expectError(await service.get(`${pathOf(other)}/deposits/${deposit.depositId}`, other), 'NOT_FOUND');
  });
});

import { beforeAll, describe, expect, test } from 'vitest';
import { paymentRead } from '../../../shared/checkout/payments/payment.ts';
import { read } from '../../../shared/ground/table/expressions.ts';
import { HeadEntity } from '../../../shared/journal/commit/head.ts';
import { type DueWork, DueWorkEntity, dueRead } from '../../../shared/journal/due/due-work.ts';
import { BalanceTransactionEntity, parseLedgerPosition } from '../../../shared/journal/rows/balance-transaction.ts';
import { EventEntity } from '../../../shared/journal/rows/event.ts';
import { approvalWork } from '../../../shared/payouts/approvals/approval.ts';
import { type Payout, PayoutEntity } from '../../../shared/payouts/payout/payout.ts';
import { commitMany } from '../../shared/journal/commit/support.ts';
import { guarded, pend, storedApproval, vote } from '../../shared/payouts/approvals/support.ts';
import { auditRows, storedItems } from '../../support/answers.ts';
import { addPayout, fundedOrganization, settle, type TestOrganization } from '../../support/journey.ts';
import { expectRefusal, perform, performed } from '../../support/operations.ts';
import { TestService } from '../../support/service.ts';
import { sold } from '../checkout/refunds/support.ts';

let service: TestService;

beforeAll(async () => {
  service = await TestService.start();
});

/** Every page, as the command reads them. */
async function check({ organizationId }: TestOrganization, between?: () => Promise<unknown>): Promise<string[]> {
  const findings: string[] = [];
  for (let input: object = { organizationId }; ; ) {
    const page = await performed(service, 'check', input);
    findings.push(...page.findings);
    if (!page.progress) return findings;
    await between?.();
    input = { organizationId, progress: page.progress };
  }
}

/** An organization with a payout that ended, and the payout as stored. */
async function withPayout(outcome: 'completed' | 'returned_by_bank' = 'completed') {
  const of = await fundedOrganization(service);
  const { payoutId } = await addPayout(service, of, { outcome });
  await settle(service);
  const payout = await service.runtime.store.get(read(PayoutEntity, { organizationId: of.organizationId, payoutId }));
  return { of, payout: payout as Payout };
}

const stringContaining = (text: string) => expect.stringContaining(text);

describe('books', () => {
  test('in which everything adds up are sound, and the check is audited once', async () => {
    const { of } = await withPayout('returned_by_bank');
    await performed(
      service,
      'adjust',
      { ...adjustmentOf(of), direction: 'debit', amount: '1.00' },
      { idempotencyKey: 'k' },
    );
    expect(await check(of)).toEqual([]);
    const audited = (await auditRows(service, of)).filter(({ action }) => action === 'organization.check');
    expect(audited).toMatchObject([{ outcome: 'succeeded', actorUserId: 'operator:ada' }]);
  });

  test('of several pages are sound, also while they are written', async () => {
    const of = await fundedOrganization(service);
    for (let commit = 0; commit < 6; commit += 1) await commitMany(service.runtime, of.organizationId, 40);
    expect(await check(of)).toEqual([]);
    expect(await check(of, () => commitMany(service.runtime, of.organizationId, 10))).toEqual([]);
  });

  test('of an organization in which nothing happened are sound', async () => {
    expect(await check(await service.organization())).toEqual([]);
  });

  test('are only read', async () => {
    const { of } = await withPayout();
    const stored = async () => (await storedItems(service)).filter(({ _et }) => _et !== 'auditEvent');
    const before = await stored();
    await check(of);
    expect(await stored()).toEqual(before);
  });
});

const adjustmentOf = ({ organizationId }: TestOrganization) => ({ organizationId, currency: 'USD', reason: 'test' });

describe('what does not add up is said:', () => {
  test('an amount that was changed', async () => {
    const { of, payout } = await withPayout();
    const row = await rowOf(payout);
    await service.runtime.store.put(BalanceTransactionEntity, { ...row, amount: row.amount + 1n });
    expect(await check(of)).toEqual([
      stringContaining(`ledger row ${row.sequence} says`),
      stringContaining('the head has'),
      stringContaining(`${payout.payoutId} costs ${payout.sourceAmount}`),
    ]);
  });

  test('a balance that was changed, available and held', async () => {
    const { of } = await withPayout();
    const head = await headOf(of);
    const { available } = head.balances.USD ?? { available: 0n };
    const balances = { USD: { available: available + 1n, held: 5n } };
    await service.runtime.store.put(HeadEntity, { ...head, balances });
    expect(await check(of)).toEqual([stringContaining('USD available'), stringContaining('USD held')]);
  });

  test('a ledger row that is gone', async () => {
    const { of, payout } = await withPayout();
    const row = await rowOf(payout);
    await service.runtime.store.remove(read(BalanceTransactionEntity, row), {});
    expect(await check(of)).toEqual([
      stringContaining('the head counts'),
      stringContaining('USD available'),
      stringContaining(`${payout.payoutId} names ledger row`),
    ]);
  });

  test('an event that is gone', async () => {
    const { of, payout } = await withPayout();
    const sequence = payout.eventSequences[1] ?? 0;
    await service.runtime.store.remove(read(EventEntity, { organizationId: of.organizationId, sequence }), {});
    expect(await check(of)).toEqual([
      `event ${sequence + 1} stands behind event ${sequence - 1}`,
      `${payout.payoutId} names event ${sequence}, which does not exist`,
    ]);
  });

  test('an event of a checkout payment that a restore has torn away', async () => {
    const of = await service.organization();
    const { paymentId } = await sold(service, { of });
    expect(await check(of)).toEqual([]);
    await service.runtime.store.remove(paymentRead(of.organizationId, paymentId), {});
    expect(await check(of)).toEqual([`event 1 is of ${paymentId}, which does not exist`]);
  });

  test('a payout that names the row and the event of another', async () => {
    const { of, payout } = await withPayout();
    const deposit = (await storedItems(service, 'balanceTransaction')).find(
      ({ organizationId, type }) => organizationId === of.organizationId && type === 'deposit',
    );
    const ledgerPositions = [String(deposit?.sk)];
    await service.runtime.store.put(PayoutEntity, { ...payout, ledgerPositions, eventSequences: [1] });
    const findings = await check(of);
    expect(findings).toContain(`ledger row 2 is of ${payout.payoutId}, which does not name it`);
    expect(findings).toContain(`${payout.payoutId} names ledger row ${deposit?.sk}, which is of none`);
    expect(findings).toContain(`${payout.payoutId} names event 1, which is of none`);
  });

  test('a payout that is gone', async () => {
    const { of, payout } = await withPayout();
    await service.runtime.store.remove(read(PayoutEntity, payout), {});
    expect(await check(of)).toContain(`ledger row 2 is of ${payout.payoutId}, which does not name it`);
  });

  test('work that is left for a payout that ended, and work that is missing for one that has not', async () => {
    const { of, payout } = await withPayout('returned_by_bank');
    const key = { organizationId: of.organizationId, kind: 'rails' as const, resourceId: payout.payoutId };
    const left = { ...key, dueAt: service.clock.now, dueShard: 'rails#0', attempts: 0, claims: 1 };
    await service.runtime.store.put(DueWorkEntity, left);
    expect(await check(of)).toEqual([]);
    service.clock.advance(16 * 60_000);
    expect(await check(of)).toEqual([`${payout.payoutId} is returned, and work is left for it`]);
    await service.runtime.store.remove(dueRead(key), {});

    const open = await addPayout(service, of, { serial: 1 });
    expect(await check(of)).toEqual([]);
    await service.runtime.store.remove(dueRead({ ...key, resourceId: open.payoutId }), {});
    expect(await check(of)).toEqual([`${open.payoutId} is pending, and nothing is due for it`]);
  });

  test('a payout of which its last event says something else', async () => {
    const { of, payout } = await withPayout('returned_by_bank');
    await service.runtime.store.put(PayoutEntity, { ...payout, status: 'failed' });
    const last = payout.eventSequences.at(-1);
    expect(await check(of)).toEqual([`${payout.payoutId} is failed, and its last event, ${last}, is payout.returned`]);
  });

  test('an open approval that nothing is due for, and one that became a payout that does not name it', async () => {
    const { of, recipient, voter } = await guarded(service, { quorum: 1 });
    const { organizationId } = of;
    const { approvalId } = await pend(service, { of, recipient });
    expect(await check(of)).toEqual([]);
    const key = approvalWork({ organizationId, approvalId });
    const due = await service.runtime.store.get(dueRead(key));
    await service.runtime.store.remove(dueRead(key), {});
    expect(await check(of)).toEqual([`${approvalId} is pending, and nothing is due for it`]);
    await service.runtime.store.put(DueWorkEntity, due as DueWork);
    await vote(service, of, approvalId, voter(0));
    await settle(service);
    expect(await check(of)).toEqual([]);
    const { payoutId = '' } = await storedApproval(service, of, approvalId);
    const payout = await service.runtime.store.get(read(PayoutEntity, { organizationId, payoutId }));
    await service.runtime.store.put(PayoutEntity, { ...(payout as Payout), approvalId: 'apr_other' });
    expect(await check(of)).toEqual([`${approvalId} became ${payoutId}, which does not name it`]);
  });
});

test('progress that no answer gave is refused by name', async () => {
  const { organizationId } = await service.organization();
  const answer = await perform(service, 'check', { organizationId, progress: { part: 'nothing' } });
  expectRefusal(answer, 'VALIDATION_ERROR');
});

describe('an organization that is shown', () => {
  test('has its policy, balance, head, members, open work and held deposits', async () => {
    const of = await fundedOrganization(service);
    const { organizationId } = of;
    const owner = await service.member(organizationId, 'owner');
    const { payoutId } = await addPayout(service, of);
    const transfer = { organizationId, amount: '9.00', currency: 'USD', expected: '10.00', externalId: 'shown' };
    const held = await performed(service, 'credit-deposit', transfer);
    const shown = await performed(service, 'show', { organizationId });
    expect(shown).toMatchObject({
      organization: { organizationId, mode: 'sandbox', status: 'active', verified: false, policy: { features: [] } },
      balance: { currency: 'USD', available: expect.any(String) },
      head: { events: 2, ledgerRows: 2 },
      members: { data: [{ userId: owner.userId, role: 'owner', email: expect.any(String) }] },
      openPayouts: { data: [{ payoutId, status: 'pending' }] },
      openWork: [{ kind: 'rails', resourceId: payoutId, attempts: 0 }],
      heldDeposits: { data: [held] },
    });
    expect((await auditRows(service, of)).map(({ action }) => action)).toContain('organization.show');
  });
});

async function rowOf({ organizationId, ledgerPositions: [position = ''] }: Payout) {
  const row = await service.runtime.store.get(
    read(BalanceTransactionEntity, { organizationId, ...parseLedgerPosition(position) }),
  );
  if (!row) throw new Error('no row');
  return row;
}

async function headOf({ organizationId }: TestOrganization) {
  const head = await service.runtime.store.get(read(HeadEntity, { organizationId }));
  if (!head) throw new Error('no head');
  return head;
}

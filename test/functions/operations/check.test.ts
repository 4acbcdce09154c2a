import { beforeAll, describe, expect, test } from 'vitest';
import { type Approval, ApprovalEntity, approvalRef, approvalWork } from '../../../shared/approvals/approval.ts';
import { paymentRef } from '../../../shared/checkout/payments/payment.ts';
import { refTo } from '../../../shared/ground/table/expressions.ts';
import { format } from '../../../shared/ground/table/format.ts';
import { HeadEntity } from '../../../shared/journal/commit/head.ts';
import { type DueWork, DueWorkEntity, dueRef } from '../../../shared/journal/due/due-work.ts';
import { BalanceTransactionEntity, parseLedgerPosition } from '../../../shared/journal/rows/balance-transaction.ts';
import { EventEntity } from '../../../shared/journal/rows/event.ts';
import { type Deposit, DepositEntity, depositRef } from '../../../shared/payouts/deposits/deposit.ts';
import { type Payout, PayoutEntity } from '../../../shared/payouts/payout/payout.ts';
import { guarded, pend, storedApproval, vote } from '../../shared/approvals/support.ts';
import { sold } from '../../shared/checkout/refunds/support.ts';
import { commitMany } from '../../shared/journal/commit/support.ts';
import { auditRows, storedItems } from '../../support/answers.ts';
import { findingsOf } from '../../support/findings-of.ts';
import { addPayout, fundedOrganization, settle, type TestOrganization } from '../../support/journey.ts';
import { expectRefusal, perform, performed } from '../../support/operations.ts';
import { TestService } from '../../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await TestService.start();
});

/** An organization with a payout that ended, and the payout as stored. */
async function withPayout(outcome: 'completed' | 'returned_by_bank' = 'completed') {
  const of = await fundedOrganization(service);
  const { payoutId } = await addPayout(service, of, { outcome });
  await settle(service);
  const payout = await service.runtime.store.get(refTo(PayoutEntity, { organizationId: of.organizationId, payoutId }));
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
    expect(await findingsOf(service, of)).toEqual([]);
    const audited = (await auditRows(service, of)).filter(({ action }) => action === 'organization.check');
    expect(audited).toMatchObject([{ outcome: 'succeeded', actorUserId: 'operator:ada' }]);
  });

  test('of several pages are sound, also while they are written', async () => {
    const of = await fundedOrganization(service);
    for (let commit = 0; commit < 6; commit += 1) await commitMany(service.runtime, of.organizationId, 40);
    expect(await findingsOf(service, of)).toEqual([]);
    expect(await findingsOf(service, of, () => commitMany(service.runtime, of.organizationId, 10))).toEqual([]);
  });

  test('of an organization in which nothing happened are sound', async () => {
    expect(await findingsOf(service, await service.organization())).toEqual([]);
  });

  test('are only read', async () => {
    const { of } = await withPayout();
    const stored = async () => (await storedItems(service)).filter(({ _et }) => _et !== 'auditEvent');
    const before = await stored();
    await findingsOf(service, of);
    expect(await stored()).toEqual(before);
  });
});

const adjustmentOf = ({ organizationId }: TestOrganization) => ({ organizationId, currency: 'USD', reason: 'test' });

describe('what does not add up is said:', () => {
  test('an amount that was changed', async () => {
    const { of, payout } = await withPayout();
    const row = await rowOf(payout);
    await service.runtime.store.put(BalanceTransactionEntity, { ...row, amount: row.amount + 1n });
    expect(await findingsOf(service, of)).toEqual([
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
    expect(await findingsOf(service, of)).toEqual([stringContaining('USD available'), stringContaining('USD held')]);
  });

  test('a ledger row that is gone', async () => {
    const { of, payout } = await withPayout();
    const row = await rowOf(payout);
    await service.runtime.store.remove(refTo(BalanceTransactionEntity, row), {});
    expect(await findingsOf(service, of)).toEqual([
      stringContaining('the head counts'),
      stringContaining('USD available'),
      stringContaining(`${payout.payoutId} names ledger row`),
    ]);
  });

  test('an event that is gone', async () => {
    const { of, payout } = await withPayout();
    const sequence = payout.eventSequences[1] ?? 0;
    await service.runtime.store.remove(refTo(EventEntity, { organizationId: of.organizationId, sequence }), {});
    expect(await findingsOf(service, of)).toEqual([
      `event ${sequence + 1} stands behind event ${sequence - 1}`,
      `${payout.payoutId} names event ${sequence}, which does not exist`,
    ]);
  });

  test('an event of a checkout payment that a restore has torn away', async () => {
    const of = await service.organization();
    const { paymentId } = await sold(service, { of });
    expect(await findingsOf(service, of)).toEqual([]);
    await service.runtime.store.remove(paymentRef(of.organizationId, paymentId), {});
    expect(await findingsOf(service, of)).toEqual([`event 1 is of ${paymentId}, which does not exist`]);
  });

  test('a payout that names the row and the event of another', async () => {
    const { of, payout } = await withPayout();
    const deposit = (await storedItems(service, 'balanceTransaction')).find(
      ({ organizationId, type }) => organizationId === of.organizationId && type === 'deposit',
    );
    const ledgerPositions = [String(deposit?.sk)];
    await service.runtime.store.put(PayoutEntity, { ...payout, ledgerPositions, eventSequences: [1] });
    const findings = await findingsOf(service, of);
    expect(findings).toContain(`ledger row 2 is of ${payout.payoutId}, which does not name it`);
    expect(findings).toContain(`${payout.payoutId} names ledger row ${deposit?.sk}, which is of none`);
    expect(findings).toContain(`${payout.payoutId} names event 1, which is of none`);
  });

  test('a payout that is gone', async () => {
    const { of, payout } = await withPayout();
    await service.runtime.store.remove(refTo(PayoutEntity, payout), {});
    expect(await findingsOf(service, of)).toContain(`ledger row 2 is of ${payout.payoutId}, which does not name it`);
  });

  test('work that is left for a payout that ended, and work that is missing for one that has not', async () => {
    const { of, payout } = await withPayout('returned_by_bank');
    const key = { organizationId: of.organizationId, kind: 'rails' as const, resourceId: payout.payoutId };
    const left = { ...key, dueAt: service.clock.now, dueShard: 'rails#0', attempts: 0, claims: 1 };
    await service.runtime.store.put(DueWorkEntity, left);
    expect(await findingsOf(service, of)).toEqual([]);
    service.clock.advance(16 * 60_000);
    expect(await findingsOf(service, of)).toEqual([`${payout.payoutId} is returned, and work is left for it`]);
    await service.runtime.store.remove(dueRef(key), {});

    const open = await addPayout(service, of, { serial: 1 });
    expect(await findingsOf(service, of)).toEqual([]);
    await service.runtime.store.remove(dueRef({ ...key, resourceId: open.payoutId }), {});
    expect(await findingsOf(service, of)).toEqual([`${open.payoutId} is pending, and nothing is due for it`]);
  });

  test('a payout of which its last event says something else', async () => {
    const { of, payout } = await withPayout('returned_by_bank');
    await service.runtime.store.put(PayoutEntity, { ...payout, status: 'failed' });
    const last = payout.eventSequences.at(-1);
    expect(await findingsOf(service, of)).toEqual([
      `${payout.payoutId} is failed, and its last event, ${last}, is payout.returned`,
    ]);
  });

  test('an open approval that nothing is due for, and one that became a payout that does not name it', async () => {
    const { of, recipient, voter } = await guarded(service, { quorum: 1 });
    const { organizationId } = of;
    const { approvalId } = await pend(service, { of, recipient });
    expect(await findingsOf(service, of)).toEqual([]);
    const key = approvalWork({ organizationId, approvalId });
    const due = await service.runtime.store.get(dueRef(key));
    await service.runtime.store.remove(dueRef(key), {});
    expect(await findingsOf(service, of)).toEqual([`${approvalId} is pending, and nothing is due for it`]);
    await service.runtime.store.put(DueWorkEntity, due as DueWork);
    await vote(service, of, approvalId, voter(0));
    await settle(service);
    expect(await findingsOf(service, of)).toEqual([]);
    const { payoutId = '' } = await storedApproval(service, of, approvalId);
    const payout = await service.runtime.store.get(refTo(PayoutEntity, { organizationId, payoutId }));
    await service.runtime.store.put(PayoutEntity, { ...(payout as Payout), approvalId: 'apr_other' });
    expect(await findingsOf(service, of)).toEqual([`${approvalId} became ${payoutId}, which does not name it`]);
  });

  describe('a hold', () => {
    async function held() {
      const { of, recipient, voter } = await guarded(service, { quorum: 1 });
      const { approvalId } = await pend(service, { of, recipient });
      const approval = await storedApproval(service, of, approvalId);
      const [position = ''] = approval.ledgerPositions ?? [];
      return { of, voter, approval, position, amount: approval.hold?.amount ?? 0n };
    }
    const keep = (approval: Approval) => service.runtime.store.put(ApprovalEntity, approval);

    test('that outlasts its approval', async () => {
      const { of, approval, amount } = await held();
      await keep({ ...approval, status: 'rejected' });
      const { approvalId } = approval;
      expect(await findingsOf(service, of)).toEqual([
        `${approvalId} is rejected, and its ledger rows hold ${amount} where 0 is right`,
      ]);
    });

    test('that is released while its approval is open', async () => {
      const { of, voter, approval, amount } = await held();
      await vote(service, of, approval.approvalId, voter(0), 'reject');
      const { version, ledgerPositions } = await storedApproval(service, of, approval.approvalId);
      expect(ledgerPositions).toHaveLength(2);
      await keep({ ...approval, version, ledgerPositions });
      const { approvalId } = approval;
      expect(await findingsOf(service, of)).toContain(
        `${approvalId} is pending, and its ledger rows hold 0 where ${amount} is right`,
      );
    });

    test('of another amount than its approval', async () => {
      const { of, approval, amount } = await held();
      await keep({ ...approval, hold: { amount: amount + 1n, currency: 'USD' } });
      const { approvalId } = approval;
      expect(await findingsOf(service, of)).toEqual([
        `${approvalId} is pending, and its ledger rows hold ${amount} where ${amount + 1n} is right`,
      ]);
    });

    test('that its approval does not name, or whose approval is gone', async () => {
      const { of, approval, position } = await held();
      const { organizationId, approvalId } = approval;
      const { sequence } = parseLedgerPosition(position);
      const orphan = `ledger row ${sequence} is of ${approvalId}, which does not name it`;
      await keep({ ...approval, ledgerPositions: [] });
      expect(await findingsOf(service, of)).toContain(orphan);
      await service.runtime.store.remove(approvalRef(organizationId, approvalId), {});
      expect(await findingsOf(service, of)).toEqual([orphan]);
    });

    test('of an approval of an earlier release is no finding', async () => {
      const { of, approval } = await held();
      const { ledgerPositions: _, ...before } = approval;
      await keep(before);
      expect(await findingsOf(service, of)).toEqual([]);
    });
  });

  describe('a deposit', () => {
    async function deposited() {
      const of = await fundedOrganization(service);
      const [deposit] = (await storedItems(service, DepositEntity.entityName))
        .map((item) => format(DepositEntity, item))
        .filter(({ organizationId }) => organizationId === of.organizationId);
      if (deposit?.ledgerPosition === undefined) throw new Error('nothing came in');
      const { sequence } = parseLedgerPosition(deposit.ledgerPosition);
      return { of, deposit, sequence, position: deposit.ledgerPosition };
    }
    const keep = (deposit: Deposit) => service.runtime.store.put(DepositEntity, deposit);

    test('of another amount than its ledger row', async () => {
      const { of, deposit, sequence } = await deposited();
      const amount = deposit.amount + 1n;
      await keep({ ...deposit, amount });
      expect(await findingsOf(service, of)).toEqual([
        `${deposit.depositId} brought ${amount} USD; ledger row ${sequence} says otherwise`,
      ]);
    });

    test('that is credited although it is held', async () => {
      const { of, deposit, position } = await deposited();
      await keep({ ...deposit, status: 'pending' });
      expect(await findingsOf(service, of)).toEqual([`${deposit.depositId} is held, and names ledger row ${position}`]);
    });

    test('that is gone, or names neither its row nor its event', async () => {
      const { of, deposit, sequence } = await deposited();
      const { organizationId, depositId, eventSequence = 0 } = deposit;
      const orphans = [`ledger row ${sequence}`, `event ${eventSequence}`].map(
        (name) => `${name} is of ${depositId}, which does not name it`,
      );
      await keep({ ...deposit, eventSequence: eventSequence + 1 });
      expect(await findingsOf(service, of)).toEqual([
        orphans[1],
        `${depositId} names event ${eventSequence + 1}, which does not exist`,
      ]);
      await service.runtime.store.remove(depositRef(organizationId, depositId), {});
      expect(await findingsOf(service, of)).toEqual(orphans);
    });
  });

  describe('the caps', () => {
    async function paid() {
      const { of, payout } = await withPayout();
      const head = await service.runtime.store.get(refTo(HeadEntity, { organizationId: of.organizationId }));
      if (!head?.paidToday) throw new Error('nothing was paid');
      return { of, payout, head, today: head.paidToday };
    }

    test.each(['amount', 'unapproved'] as const)('that count another %s than was paid', async (what) => {
      const { of, payout, head, today } = await paid();
      const wrong = { ...today, [what]: 1n };
      await service.runtime.store.put(HeadEntity, { ...head, paidToday: wrong });
      const right = payout.sourceAmount;
      expect(await findingsOf(service, of)).toEqual([
        `the caps count ${wrong.amount}, ${wrong.unapproved} of it without a vote on ${today.day}; its payouts make ${right} and ${right}`,
      ]);
    });

    test('that have given nothing back of a payout that ended', async () => {
      const { of, payout } = await paid();
      await service.runtime.store.put(PayoutEntity, { ...payout, status: 'returned' });
      expect(await findingsOf(service, of)).toContainEqual(stringContaining('; its payouts make 0 and 0'));
    });

    test('that change meanwhile are left to the next check', async () => {
      const { of, head, today } = await paid();
      let pages = 0;
      const change = () =>
        service.runtime.store.put(HeadEntity, { ...head, paidToday: { ...today, amount: BigInt(pages++) } });
      expect(await findingsOf(service, of, change)).toEqual([]);
    });

    test('of the day before are held against it', async () => {
      const { of, head, today } = await paid();
      const day = { ...today, amount: 7n };
      const next = { day: '2099-01-01', amount: 0n, unapproved: 0n, since: head.ledgerSequence + 1 };
      await service.runtime.store.put(HeadEntity, { ...head, paidToday: next, paidBefore: day });
      expect(await findingsOf(service, of)).toEqual([stringContaining('the caps count 7, ')]);
    });
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
    refTo(BalanceTransactionEntity, { organizationId, ...parseLedgerPosition(position) }),
  );
  if (!row) throw new Error('no row');
  return row;
}

async function headOf({ organizationId }: TestOrganization) {
  const head = await service.runtime.store.get(refTo(HeadEntity, { organizationId }));
  if (!head) throw new Error('no head');
  return head;
}

import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { sold } from '../shared/checkout/refunds/support.ts';
import { settle } from '../support/journey.ts';
import { performed } from '../support/operations.ts';
import { quotedByName } from '../support/quotes.ts';
import { sent } from '../support/sent.ts';
import { type Caller, changeOrganization, newCaller, payeeOf, useService } from './support.ts';

const stage = useService();
let caller: Caller;
let destinationAccountId: string;

beforeEach(async () => {
  caller = await newCaller(stage.http);
  destinationAccountId = await payeeOf(caller);
});

/** The types that an operation adds to the feed, in their order, and what it answers. */
async function adding<Result>(operation: () => PromiseLike<Result>) {
  const { nextSince } = await caller.sluice.listEvents({ limit: 500 });
  const result = await operation();
  await settle(stage.http.service);
  const { data } = await caller.sluice.listEvents({ since: nextSince });
  return { result, types: data.map(({ type }) => type), data };
}

const create = () => caller.sluice.createPayout({ amount: '60.00', destinationAccountId, reference: randomUUID() });

/** An executed approval. */
async function approved() {
  const { organizationId } = caller.of;
  const admin = await stage.http.service.member(organizationId, 'admin');
  const approvals = { threshold: 50_00n, quorum: 1, approvers: [admin.userId] };
  await changeOrganization(stage.http, caller.of, { approvals });
  const pending = await create();
  if (pending.status !== 'pending_approval') throw new Error('it was sent at once');
  return stage.http.dashboard(organizationId, admin).approveApproval({ approvalId: pending.approvalId });
}

describe('Events > Event types', quotedByName, () => {
  test('Operation to event: accept or create payout gives `payout.*`', async () => {
    const { snapshotId } = await caller.sluice.createQuote({ amount: '60.00', destinationAccountId });
    for (const send of [() => caller.sluice.acceptQuote({ snapshotId }), () => sent(create())]) {
      const { result, types, data } = await adding(send);
      expect(types).toEqual(['payout.pending', 'payout.processing', 'payout.completed']);
      expect(new Set(data.map(({ payoutId }) => payoutId))).toEqual(new Set([result.payoutId]));
    }
  });

  test('an executed approval gives `payout_approval.executed`', async () => {
    const { result, types, data } = await adding(approved);
    expect(types).toEqual([
      'payout_approval.requested',
      'payout_approval.executed',
      'payout.pending',
      'payout.processing',
      'payout.completed',
    ]);
    expect(data[1]?.data).toMatchObject({ approvalId: result.approvalId, status: 'executed' });
  });

  test('full refund gives `checkout_payment.refunded`, partial gives `checkout_payment.partially_refunded`', async () => {
    const { paymentId } = await sold(stage.http.service, { of: caller.of });
    const refund = (amount?: string) => caller.sluice.refundCheckoutPayment({ paymentId, ...(amount && { amount }) });
    for (const [amount, type] of [
      ['40.00', 'checkout_payment.partially_refunded'],
      [undefined, 'checkout_payment.refunded'],
    ] as const) {
      const { types, data } = await adding(() => refund(amount));
      expect(types).toEqual([type]);
      expect(data[0]?.data).toMatchObject({ id: paymentId, refund: { amount: amount ?? '60.00' } });
    }
  });

  test('sandbox funding or a bank transfer gives `deposit.completed`', async () => {
    const { organizationId } = caller.of;
    const transfer = { organizationId, amount: '7.00', currency: 'USD', externalId: randomUUID() };
    for (const deposit of [
      () => caller.sluice.fundSandbox({ amount: '5.00' }),
      () => performed(stage.http.service, 'credit-deposit', transfer),
    ]) {
      const { result, types, data } = await adding(deposit);
      expect(types).toEqual(['deposit.completed']);
      expect(data[0]?.data).toEqual(result);
    }
  });
});

describe('Endpoints > List events (feed)', quotedByName, () => {
  test('All families appear: `payout.*`', async () => {
    await adding(approved);
    const { data } = await caller.sluice.listEvents();
    const families = new Set(data.map(({ type }) => type.split('.')[0]));
    expect(families).toEqual(new Set(['deposit', 'payout_approval', 'payout']));
  });
});

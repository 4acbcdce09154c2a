import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { expectAgreement, readBooks } from '../support/books.ts';
import { settle } from '../support/journey.ts';
import { quotedByName } from '../support/quotes.ts';
import {
  availableOf,
  blockedPayeeOf,
  type Caller,
  changeOrganization,
  newCaller,
  payeeOf,
  refusalOf,
  useService,
} from './support.ts';

const stage = useService();
let caller: Caller;

beforeEach(async () => {
  caller = await newCaller(stage.http);
});

const pay = (destinationAccountId: string) =>
  caller.sluice.createPayout({ amount: '10.00', destinationAccountId, reference: randomUUID() });

async function threeVoters(): Promise<string[]> {
  const member = () => stage.http.service.member(caller.of.organizationId, 'operator');
  return [await member(), await member(), await member()].map(({ userId }) => userId);
}

describe('What the service does', quotedByName, () => {
  test("Payouts. An organization prices a payment to a recipient (a quote), then accepts the quote to send it. Sending debits the organization's balance.", async () => {
    const quote = { amount: '100.00', destinationAccountId: await payeeOf(caller) };
    const { snapshotId, destinationAmount } = await caller.sluice.createQuote(quote);
    expect(await availableOf(caller)).toBe('1000.00');
    const { payoutId } = await caller.sluice.acceptQuote({ snapshotId });
    expect(await availableOf(caller)).toBe('900.00');
    await settle(stage.http.service);
    const payout = await caller.sluice.getOrder({ payoutId });
    expect(payout).toMatchObject({ status: 'completed', destinationAmount });
  });

  test('Recipients. Registered payees. Each has a payment method whose id is used as `destinationAccountId`.', async () => {
    const destinationAccountId = await payeeOf(caller);
    const { data } = await caller.sluice.listRecipients();
    expect(data).toMatchObject([{ status: 'active', methods: [{ destinationAccountId }] }]);
    expect(await pay(destinationAccountId)).toMatchObject({ destinationAccountId, recipientId: data[0]?.recipientId });
    // The recipient's own id is not an account.
    const refusal = await refusalOf(pay(data[0]?.recipientId ?? ''));
    expect(refusal).toMatchObject({ type: 'DESTINATION_ACCOUNT_NOT_FOUND' });
  });

  test('Controls. Single, daily and per-end-user payout caps, screening of recipients, a velocity cap, and optional M-of-N human approval of payouts', async () => {
    const destinationAccountId = await payeeOf(caller, { endUserId: 'user-1' });
    const change = (controls: object) => changeOrganization(stage.http, caller.of, controls);
    for (const limit of ['single', 'daily', 'perEndUserDaily']) {
      await change({ limits: { [limit]: 9_99n } });
      expect(await refusalOf(pay(destinationAccountId)), limit).toMatchObject({ type: 'PAYOUT_LIMIT_EXCEEDED' });
    }
    await change({ limits: undefined });
    expect(await refusalOf(pay(await blockedPayeeOf(caller)))).toMatchObject({ type: 'PAYOUT_REFUSED' });
    await change({ velocity: { payouts: 1, minutes: 10 } });
    expect(await pay(destinationAccountId)).toMatchObject({ status: 'pending' });
    expect(await refusalOf(pay(destinationAccountId))).toMatchObject({ type: 'PAYOUT_LIMIT_EXCEEDED' });
    const approvers = await threeVoters();
    await change({ velocity: undefined, approvals: { threshold: 5_00n, quorum: 2, approvers } });
    expect(await pay(destinationAccountId)).toMatchObject({ status: 'pending_approval' });
    const { data } = await caller.sluice.listApprovals();
    expect(data).toMatchObject([{ status: 'pending', required: 2 }]);
    expect(data[0]?.electorate?.toSorted()).toEqual(approvers.toSorted());
  });

  test('Records. A balance ledger (balance transactions), an ordered event feed, and an audit log of mutations.', async () => {
    for (const outcome of ['completed', 'account_invalid', 'returned_by_bank']) {
      await pay(await payeeOf(caller, { outcome }));
    }
    await settle(stage.http.service);
    const books = await readBooks(caller.sluice);
    expect([books.rows.length, books.orders.length]).toEqual([6, 3]);
    expectAgreement(books);
    const { data } = await caller.sluice.listAuditEvents();
    expect(data.map(({ action }) => action).toSorted()).toEqual([
      ...['payout.create', 'payout.create', 'payout.create'],
      ...['recipient.create', 'recipient.create', 'recipient.create', 'sandbox.fund'],
    ]);
  });
});

import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Deposit, Event, Payout } from '../../client/src/index.ts';
import type { EventType } from '../../shared/journal/rows/event.ts';
import { advance } from '../functions/batches/support.ts';
import { storePayout } from '../functions/payouts/support.ts';
import { wake } from '../shared/webhooks/offering/support.ts';
import { settle } from '../support/journey.ts';
import { performed } from '../support/operations.ts';
import { quotedByName } from '../support/quotes.ts';
import type { Receiver } from '../support/receiver.ts';
import { sent } from '../support/sent.ts';
import { availableOf, changeOrganization, payeeOf, useService } from './support.ts';
import { feedOf, listen, shortPauses, useReceivers, type WebhookCaller, webhookCaller } from './webhooks-support.ts';

const stage = useService(shortPauses);
const newReceiver = useReceivers();

let caller: WebhookCaller;
/** Of endpoints whose `events` is empty. */
let all: readonly Receiver[];
/** Of one that names `deposit.completed` alone. */
let optedIn: Receiver;
let feed: readonly Event[];

/** What happens while they listen. */
let deposit: Deposit;
let [completed, failed, kept, returned, canceled]: Payout[] = [];
let approvalId: string;
let batchId: string;

beforeAll(async () => {
  caller = await webhookCaller(stage.http);
  await caller.sluice.fundSandbox({ amount: '1000.00' });
  all = [await newReceiver(), await newReceiver()];
  optedIn = await newReceiver();
  for (const receiver of all) await listen(caller, receiver);
  await listen(caller, optedIn, { events: ['deposit.completed'] });

  deposit = await caller.sluice.fundSandbox({ amount: '50.00' });
  completed = await pay('completed');
  failed = await pay('account_invalid');
  kept = await pay('compliance_rejected');
  returned = await pay('returned_by_bank');
  const { payoutId } = await storePayout(stage.http.service, caller.of);
  canceled = await caller.sluice.cancelPayout({ payoutId });
  batchId = await payByBatch();
  approvalId = await payByApproval();
  await settle(stage.http.service);
  await wake(stage.http.service, caller.organizationId);
  feed = await feedOf(caller);
});

async function pay(outcome: string): Promise<Payout> {
  const destinationAccountId = await payeeOf(caller, { outcome });
  return sent(caller.sluice.createPayout({ amount: '10.00', destinationAccountId, reference: randomUUID() }));
}

async function payByBatch(): Promise<string> {
  await changeOrganization(stage.http, caller.of, { features: ['developer', 'mass_payouts'] });
  const items = [{ amount: '10.00', destinationAccountId: await payeeOf(caller, { serial: 2 }) }];
  const batch = await caller.sluice.createPayoutBatch({ externalReferenceId: 'run', items });
  await advance(stage.http.service, caller.of, batch);
  return batch.batchId;
}

async function payByApproval(): Promise<string> {
  const admin = await stage.http.service.member(caller.organizationId, 'admin');
  const approvals = { threshold: 50_00n, quorum: 1, approvers: [admin.userId] };
  await changeOrganization(stage.http, caller.of, { approvals });
  const destinationAccountId = await payeeOf(caller, { serial: 1 });
  const pending = await caller.sluice.createPayout({ amount: '60.00', destinationAccountId });
  if (pending.status !== 'pending_approval') throw new Error('it was sent at once');
  await stage.http.dashboard(caller.organizationId, admin).approveApproval({ approvalId: pending.approvalId });
  return pending.approvalId;
}

const ofType = (type: string) => feed.filter((event) => event.type === type);
const of = (type: string, payout: Payout | undefined) =>
  ofType(type).find(({ payoutId }) => payoutId === payout?.payoutId);

/** Ids of what came of a type. */
const arrived = ({ received }: Receiver, type: string) =>
  received.filter(({ event }) => event.type === type).map(({ event }) => event.id);

/** Every event of the type came once to every endpoint that names none, and to none that names others. */
function expectDefault(type: EventType): void {
  const ids = ofType(type).map(({ id }) => id);
  expect(ids).not.toEqual([]);
  for (const receiver of all) expect(arrived(receiver, type).toSorted()).toEqual(ids.toSorted());
  expect(arrived(optedIn, type)).toEqual([]);
}

describe('Events > Event types', quotedByName, () => {
  test('`payout.pending` | accepted, not yet moving | all endpoints', () => {
    expectDefault('payout.pending');
    expect(of('payout.pending', completed)?.data).toEqual(completed);
    expect(completed?.status).toBe('pending');
  });

  test('`payout.processing` | on its way | all', () => {
    expectDefault('payout.processing');
    expect(of('payout.processing', completed)?.data).toMatchObject({ status: 'processing' });
    // Refused before it moved.
    expect(of('payout.processing', failed)).toBeUndefined();
  });

  test('`payout.completed` | beneficiary paid; a bank return is still possible | all', () => {
    expectDefault('payout.completed');
    for (const payout of [completed, returned]) {
      expect(of('payout.completed', payout)?.data).toMatchObject({ status: 'completed' });
    }
  });

  test('`payout.failed` | failed; inspect `fundsReturned` | all', () => {
    expectDefault('payout.failed');
    expect(of('payout.failed', failed)?.data).toMatchObject({ status: 'failed', fundsReturned: true });
    expect(of('payout.failed', kept)?.data).toMatchObject({ status: 'failed', fundsReturned: false });
  });

  test('`payout.returned` | settled, later returned by the bank | all', () => {
    expectDefault('payout.returned');
    const types = feed.filter(({ payoutId }) => payoutId === returned?.payoutId).map(({ type }) => type);
    expect(types.slice(-2)).toEqual(['payout.completed', 'payout.returned']);
    expect(of('payout.returned', returned)?.data).toMatchObject({ failureCode: 'returned_by_bank' });
  });

  test('`payout.canceled` | stopped before it moved | all', () => {
    expectDefault('payout.canceled');
    expect(feed.filter(({ payoutId }) => payoutId === canceled?.payoutId)).toMatchObject([
      { type: 'payout.canceled', data: { status: 'canceled' } },
    ]);
  });

  test('`payout_batch.*` | batch events (`batchId` set, `payoutId` null); no in-progress event; each created line emits its own `payout.*` | all', () => {
    expectDefault('payout_batch.completed');
    const types = feed.filter((event) => event.batchId === batchId).map(({ type }) => type);
    expect(types.filter((type) => type.startsWith('payout_batch.'))).toEqual(['payout_batch.completed']);
    expect(types).toContain('payout.completed');
  });

  test('`payout_approval.executed` | carries `payoutId` joining a 202 to its payout | all', async () => {
    expectDefault('payout_approval.executed');
    const [{ payoutId = '', data } = {}] = ofType('payout_approval.executed');
    expect(data).toMatchObject({ approvalId, payoutId, status: 'executed' });
    expect(await caller.sluice.getOrder({ payoutId: payoutId ?? '' })).toMatchObject({ payoutId, approvalId });
  });

  test('`deposit.completed` | money landed in the balance | opt-in', async () => {
    expect(ofType('deposit.completed').at(-1)?.data).toEqual(deposit);
    const { data } = await caller.sluice.listBalanceTransactions({ type: 'deposit' });
    expect(data).toMatchObject([{ amount: '50.00' }, { amount: '1000.00' }]);
    for (const receiver of all) expect(arrived(receiver, 'deposit.completed')).toEqual([]);
    expect(arrived(optedIn, 'deposit.completed')).toEqual([ofType('deposit.completed').at(-1)?.id]);
  });

  test('Opt-in types are listed in `events` at registration or filtered by `type=` on the feed.', async () => {
    const { events } = await listen(caller, optedIn, { events: ['checkout_payment.paid', 'deposit.completed'] });
    expect(events).toEqual(['checkout_payment.paid', 'deposit.completed']);
    const { data } = await caller.sluice.listEvents({ type: 'checkout_payment.paid,deposit.completed' });
    expect(data).toEqual(ofType('deposit.completed'));
  });

  test('Not announced: a bank deposit held short', async () => {
    const { organizationId } = caller;
    const receiver = await newReceiver();
    await listen(caller, receiver, { events: ['deposit.completed'] });
    const [before, available] = [await feedOf(caller), await availableOf(caller)];
    const transfer = { organizationId, amount: '90.00', currency: 'USD', expected: '100.00', externalId: 'short' };
    const { depositId } = await performed(stage.http.service, 'credit-deposit', transfer);
    await wake(stage.http.service, organizationId);
    expect(await feedOf(caller)).toEqual(before);
    expect(await availableOf(caller)).toBe(available);
    expect(receiver.received).toEqual([]);

    await caller.dashboard.acceptDeposit({ depositId });
    await wake(stage.http.service, organizationId);
    expect(receiver.received).toMatchObject([{ event: { type: 'deposit.completed', data: { depositId } } }]);
  });
});

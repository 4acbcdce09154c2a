import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { FundingScene } from '../support/funding/funding-scene.ts';
import { serveOverHttp } from '../support/http-service.ts';
import { performed } from '../support/operations.ts';
import { quotedByName } from '../support/quotes.ts';
import { callEach, endpoints, writes } from './every-endpoint.ts';
import {
  availableOf,
  type Caller,
  callerOf,
  changeOrganization,
  faultsOf,
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

/** A payout that waits for approval, and its approver. */
async function pending() {
  const { organizationId } = caller.of;
  const admin = await stage.http.service.member(organizationId, 'admin');
  const approvals = { threshold: 50_00n, quorum: 1, approvers: [admin.userId] };
  await changeOrganization(stage.http, caller.of, { approvals });
  const payout = { amount: '60.00', destinationAccountId: await payeeOf(caller) };
  const approval = await caller.sluice.createPayout(payout);
  if (approval.status !== 'pending_approval') throw new Error('it was sent at once');
  return { approvalId: approval.approvalId, dashboard: stage.http.dashboard(organizationId, admin), ...admin };
}

const approvalOf = async (id: string) =>
  (await caller.sluice.listApprovals()).data.find(({ approvalId }) => approvalId === id);

describe('Resources and their fields > Approval', quotedByName, () => {
  test('A resource of its own, not a payout status.', async () => {
    const { approvalId } = await pending();
    expect(await approvalOf(approvalId)).toMatchObject({ approvalId, status: 'pending' });
    expect((await caller.sluice.listOrders()).data).toEqual([]);
    expect(await refusalOf(caller.sluice.getOrder({ payoutId: approvalId }))).toMatchObject({ type: 'NOT_FOUND' });
    const ofApprovals = caller.sluice.listOrders({ status: 'pending_approval' as never });
    expect(await faultsOf(ofApprovals)).toHaveLength(1);
  });
});

/** The event data of money that came for a payout which was canceled, once an owner has accepted it. */
async function cryptoDeposits() {
  const scene = await FundingScene.start();
  const http = await serveOverHttp(scene.service);
  onTestFinished(http.stop);
  const payout = await scene.payout();
  scene.send(payout, 40_000_000n);
  await scene.passes(6_000);
  await scene.cancel(payout);
  await scene.passes(60_000);
  const [{ depositId }] = await scene.deposits();
  const { organizationId } = scene.of;
  const owner = http.dashboard(organizationId, await scene.service.member(organizationId, 'owner'));
  await owner.acceptDeposit({ depositId });
  const { data } = await callerOf(http, scene.of).sluice.listEvents({ type: 'deposit.completed' });
  return data.map((event) => event.data);
}

describe('Resources and their fields > Deposit event data', quotedByName, () => {
  test("`depositId`, `status` (`completed`), `amount` (decimal string), `currency`, `method` (`bank_transfer`, `crypto`, `sandbox`), `reference` (sender's reference or `null`), `receivedAt`.", async () => {
    const { service } = stage.http;
    const receivedAt = new Date(service.clock.now).toISOString();
    const transfer = {
      organizationId: caller.of.organizationId,
      amount: '90.5',
      currency: 'EUR',
      externalId: randomUUID(),
    };
    await performed(service, 'credit-deposit', { ...transfer, reference: 'Rent, March' });
    const { data } = await caller.sluice.listEvents({ type: 'deposit.completed' });
    const depositId = expect.any(String);
    expect(data.map((event) => event.data)).toEqual([
      {
        depositId,
        status: 'completed',
        amount: '1000.00',
        currency: 'USD',
        method: 'sandbox',
        reference: null,
        receivedAt,
      },
      {
        depositId,
        status: 'completed',
        amount: '90.50',
        currency: 'EUR',
        method: 'bank_transfer',
        reference: 'Rent, March',
        receivedAt,
      },
    ]);
    for (const event of data) {
      if (event.type !== 'deposit.completed') throw new Error(`${event.type} was not asked for`);
      expect(await caller.sluice.getDeposit({ depositId: event.data.depositId })).toEqual(event.data);
    }
    expect(await cryptoDeposits()).toMatchObject([
      { depositId, status: 'completed', amount: '40.00', currency: 'USD', method: 'crypto', reference: null },
    ]);
  });
});

describe('Resources and their fields > Audit event', quotedByName, () => {
  test('Fields: `id` (cursor), `action` (e.g. `payout.create`), `resourceId`, `apiKeyPrefix` or `actorUserId` (exactly one is set)', async () => {
    const { approvalId, dashboard, userId } = await pending();
    await dashboard.approveApproval({ approvalId });
    const { data } = await caller.sluice.listAuditEvents();
    const byAction = Object.fromEntries(data.map((row) => [row.action, row]));
    const own = { apiKeyPrefix: caller.of.key.prefix };
    expect(byAction).toMatchObject({
      'approval.approve': { resourceId: approvalId, actorUserId: userId },
      'payout.create': { resourceId: approvalId, ...own },
      'recipient.create': { resourceId: expect.any(String), ...own },
      'sandbox.fund': { resourceId: expect.any(String), ...own },
    });
    expect(data).toHaveLength(4);
    for (const row of data) expect('apiKeyPrefix' in row).toBe(!('actorUserId' in row));
    for (const [index, { id }] of data.entries()) {
      expect((await caller.sluice.listAuditEvents({ cursor: id })).data).toEqual(data.slice(index + 1));
    }
  });

  test('`requestId` (equals the `x-request-id` header of that request and the `requestId` of any error it returned).', async () => {
    const destinationAccountId = await payeeOf(caller);
    const refusal = await refusalOf(caller.sluice.createPayout({ amount: '1000.01', destinationAccountId }));
    await caller.sluice.createPayout({ amount: '1.00', destinationAccountId });
    const headers = caller.exchanges.map(({ response }) => response.headers.get('x-request-id'));
    const { data } = await caller.sluice.listAuditEvents();
    expect(data.map(({ requestId }) => requestId).toSorted()).toEqual(headers.toSorted());
    const refused = data.filter(({ outcome }) => outcome === 'refused');
    expect(refused).toMatchObject([{ requestId: refusal.requestId, action: 'payout.create', errorType: refusal.type }]);
  });

  test('One row per audited mutation, successful or refused.', async () => {
    const answers = Object.values(
      await callEach(stage.http, writes, caller.of, caller.of, { body: {}, idempotencyKey: 'key' }),
    );
    const reads = endpoints.filter(({ method }) => method === 'GET');
    await callEach(stage.http, reads, caller.of, caller.of);
    await caller.sluice.fundSandbox({ amount: '5.00' });
    const { data } = await caller.sluice.listAuditEvents();
    const idsOf = (wanted: string) =>
      data.filter(({ outcome }) => outcome === wanted).map(({ requestId }) => requestId);
    expect(idsOf('refused').toSorted()).toEqual(answers.map(({ headers }) => headers.get('x-request-id')).toSorted());
    expect(answers.length).toBeGreaterThan(5);
    // The top-up of each test's beginning, and the one after the refusals.
    const accepted = caller.exchanges.filter(({ request }) => request === 'POST P/sandbox/fund');
    expect(idsOf('succeeded').toSorted()).toEqual(
      accepted.map(({ response }) => response.headers.get('x-request-id')).toSorted(),
    );
    expect(accepted).toHaveLength(2);
    expect(await availableOf(caller)).toBe('1005.00');
  });
});

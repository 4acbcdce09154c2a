import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Approval, CreatePayout, Sluice } from '../../client/src/index.ts';
import { settle } from '../support/journey.ts';
import { quotedByName, quotes } from '../support/quotes.ts';
import {
  availableOf,
  type Caller,
  changeOrganization,
  keyCaller,
  newCaller,
  payeeOf,
  refusalOf,
  send,
  useService,
} from './support.ts';

const dayMs = 24 * 60 * 60_000;
const stage = useService({ rateLimitOverride: 10_000 });
let caller: Caller;
let destinationAccountId: string;
let approvers: readonly Sluice[];
let voters: string[];

beforeEach(async () => {
  caller = await newCaller(stage.http);
  destinationAccountId = await payeeOf(caller);
  const { organizationId } = caller.of;
  const members = [];
  for (let count = 0; count < 3; count += 1) members.push(await stage.http.service.member(organizationId, 'operator'));
  approvers = members.map((session) => stage.http.dashboard(organizationId, session));
  voters = members.map(({ userId }) => userId);
  const rules = { threshold: 50_00n, quorum: 2, approvers: voters };
  await changeOrganization(stage.http, caller.of, { approvals: rules });
});

const approver = (index: number) => approvers[index] as Sluice;

type ApprovalId = Pick<Approval, 'approvalId'>;

const payout = (body: Partial<CreatePayout>) => ({
  amount: '100.00',
  destinationAccountId,
  reference: randomUUID(),
  ...body,
});

/** Asks for a payout that must wait. */
async function pay(body: Partial<CreatePayout> = {}, by: Caller = caller): Promise<ApprovalId> {
  const pending = await by.sluice.createPayout(payout(body));
  if (pending.status !== 'pending_approval') throw new Error('it was sent at once');
  return { approvalId: pending.approvalId };
}

async function approvalOf({ approvalId }: ApprovalId): Promise<Approval | undefined> {
  return (await caller.sluice.listApprovals({ limit: 100 })).data.find(
    (approval) => approval.approvalId === approvalId,
  );
}

/** Both votes, and the work that they ask for. */
async function approve({ approvalId }: ApprovalId): Promise<void> {
  for (const sluice of approvers.slice(0, 2)) await sluice.approveApproval({ approvalId });
  await settle(stage.http.service);
}

const eventsOf = async (type: string) => (await caller.sluice.listEvents({ type: type as never })).data;
const lastExchange = () => caller.exchanges.at(-1);

describe('States and transitions > Approval', quotedByName, () => {
  test('(none) | `POST /payouts` above threshold', async () => {
    const sent = await caller.sluice.createPayout({ amount: '50.00', destinationAccountId });
    expect(sent.status).toBe('pending');
    const { approvalId } = await pay({ amount: '50.01' });
    expect(await approvalOf({ approvalId })).toMatchObject({
      status: 'pending',
      kind: 'payout',
      required: 2,
      votes: [],
    });
  });

  test('approvals required | pending | response 202 with an approval id; no payout exists yet', async () => {
    const pending = await caller.sluice.createPayout(payout({}));
    expect(lastExchange()).toMatchObject({ request: 'POST P/payouts', response: { status: 202 } });
    expect(pending).toEqual({
      status: 'pending_approval',
      approvalId: expect.any(String),
      expiresAt: new Date(stage.http.service.clock.now + dayMs).toISOString(),
    });
    expect((await caller.sluice.listOrders()).data).toEqual([]);
    expect(await availableOf(caller)).toBe('900.00');
  });

  test('pending | approvers reach quorum (M-of-N)', async () => {
    const { approvalId } = await pay();
    expect((await approver(0).approveApproval({ approvalId })).status).toBe('pending');
    await settle(stage.http.service);
    expect((await caller.sluice.listOrders()).data).toEqual([]);
    expect((await approver(2).approveApproval({ approvalId })).votes).toHaveLength(2);
    await settle(stage.http.service);
    expect((await caller.sluice.listOrders()).data).toHaveLength(1);
  });

  test('initiator cannot approve their own request; a second vote from the same signer changes nothing', async () => {
    const { organizationId } = caller.of;
    const issuer = await stage.http.service.member(organizationId, 'owner');
    const by = await keyCaller(stage.http, caller.of, { issuedBy: issuer.userId });
    const admin = await stage.http.service.member(organizationId, 'admin');
    const voters = [issuer, admin, await stage.http.service.member(organizationId, 'operator')];
    const rules = { threshold: 50_00n, quorum: 2, approvers: voters.map(({ userId }) => userId) };
    await changeOrganization(stage.http, caller.of, { approvals: rules });
    const { approvalId } = await pay({}, by);
    const own = stage.http.dashboard(organizationId, issuer);
    expect(await refusalOf(own.approveApproval({ approvalId }))).toMatchObject({ type: 'FORBIDDEN', status: 403 });

    const other = stage.http.dashboard(organizationId, admin);
    const voted = await other.approveApproval({ approvalId });
    stage.http.service.clock.advance(1_000);
    expect(await other.approveApproval({ approvalId })).toEqual(voted);
    expect(await other.rejectApproval({ approvalId })).toEqual(voted);
    expect(voted).toMatchObject({ status: 'pending', votes: [{ actorUserId: admin.userId }] });
  });

  test(
    'executed | payout created at `pending`; event `payout_approval.executed` carries `payoutId`',
    quotes({
      'Resources and their fields > Approval': 'An executed approval carries the `payoutId` it became.',
      'States and transitions > Payout': 'or executed approval | accepted',
    }),
    async () => {
      const pending = await pay({ reference: 'invoice-1' });
      await approve(pending);
      const [order] = (await caller.sluice.listOrders({ reference: 'invoice-1' })).data;
      const approval = await approvalOf(pending);
      expect(approval).toMatchObject({ status: 'executed', payoutId: order?.payoutId });
      expect(order).toMatchObject({ approvalId: pending.approvalId });
      expect(await eventsOf('payout_approval.executed')).toMatchObject([{ payoutId: order?.payoutId, data: approval }]);
      expect(await eventsOf('payout.pending')).toMatchObject([
        { payoutId: order?.payoutId, data: { status: 'pending' } },
      ]);
    },
  );

  test('pending | one rejection | any approver | rejected (terminal)', async () => {
    const pending = await pay();
    await approver(0).approveApproval(pending);
    const rejected = await approver(1).rejectApproval(pending);
    expect(rejected.status).toBe('rejected');
    const late = await refusalOf(approver(2).approveApproval(pending));
    expect(late).toMatchObject({ type: 'CONFLICT', status: 409, detail: 'the approval is rejected' });
    await settle(stage.http.service);
    expect(await approvalOf(pending)).toEqual(rejected);
    expect(await eventsOf('payout_approval.rejected')).toMatchObject([{ data: rejected }]);
    expect(await availableOf(caller)).toBe('1000.00');
  });

  test('pending | 24 hours elapse | no decision | expired', async () => {
    const pending = await pay();
    stage.http.service.clock.advance(dayMs);
    await settle(stage.http.service);
    const expired = await approvalOf(pending);
    expect(expired?.status).toBe('expired');
    expect(await eventsOf('payout_approval.expired')).toMatchObject([{ data: expired }]);
    expect(await availableOf(caller)).toBe('1000.00');
  });
});

describe('Endpoints > Other referenced operations', quotedByName, () => {
  test('enforces approval threshold', async () => {
    await pay();
    const rules = { dailyThreshold: 80_00n, quorum: 1, approvers: voters };
    await changeOrganization(stage.http, caller.of, { approvals: rules });
    const send = (amount: string) => caller.sluice.createPayout(payout({ amount }));
    expect((await send('50.00')).status).toBe('pending');
    await pay({ amount: '30.01' });
    expect((await send('30.00')).status).toBe('pending');
    stage.http.service.clock.advance(dayMs);
    expect((await send('80.00')).status).toBe('pending');

    await changeOrganization(stage.http, caller.of, { approvals: undefined });
    expect((await caller.sluice.createPayout({ amount: '100.00', destinationAccountId })).status).toBe('pending');
  });

  test(
    'may answer 202 `pending_approval` with an approval id',
    quotes({ 'Endpoints > Accept a quote (sends the money)': 'that may answer 202 `pending_approval`' }),
    async () => {
      const { approvalId } = await pay();
      expect(await approvalOf({ approvalId })).toMatchObject({
        approvalId,
        held: { amount: '100.00', currency: 'USD' },
      });
    },
  );

  test('approve and reject approval (`POST …/payouts/approvals/{approvalId}/approve`, `…/reject`) | dashboard only; an API key is refused', async () => {
    const { approvalId } = await pay();
    const { organizationId } = caller.of;
    for (const vote of ['approve', 'reject']) {
      const path = `/payments/organizations/${organizationId}/payouts/approvals/${approvalId}/${vote}`;
      const { status, body } = await send(stage.http, caller.of, 'POST', path, { idempotencyKey: vote });
      expect([status, body.type]).toEqual([401, 'UNAUTHORIZED']);
    }
    expect((await approvalOf({ approvalId }))?.votes).toEqual([]);
    const { contentHash } = (await approvalOf({ approvalId })) as Approval;
    expect((await approver(0).approveApproval({ approvalId, contentHash })).votes).toHaveLength(1);
    expect((await approver(1).rejectApproval({ approvalId })).status).toBe('rejected');
  });
});

describe('Limits', quotedByName, () => {
  test('Approval expiry | 24 hours pending', async () => {
    const [one, other] = [await pay({ amount: '60.00' }), await pay({ amount: '61.00' })];
    stage.http.service.clock.advance(dayMs - 1);
    await approver(0).approveApproval(one);
    expect((await approver(1).approveApproval(one)).status).toBe('approved');
    stage.http.service.clock.advance(1);
    const late = await refusalOf(approver(0).approveApproval(other));
    expect(late).toMatchObject({ type: 'CONFLICT', detail: 'the approval is expired' });
  });
});

import { beforeEach, describe, expect, test } from 'vitest';
import type { CreatePayout } from '../../../client/src/index.ts';
import { settle } from '../../support/journey.ts';
import { quotedByName } from '../../support/quotes.ts';
import { refusalOf, useService } from '../support.ts';
import { approversOf, type BatchCaller, batchCaller } from './support.ts';

const dayMs = 24 * 60 * 60_000;
const stage = useService();
let caller: BatchCaller;

beforeEach(async () => {
  caller = await batchCaller(stage.http);
});

const eventsOf = async (type: string) => (await caller.sluice.listEvents({ type: type as never })).data;
const typesOfFeed = async () => (await caller.sluice.listEvents()).data.map(({ type }) => type);

describe('States and transitions > Payout batch', quotedByName, () => {
  test('(none) | create batch | envelope valid | `received` | 202; nothing validated yet', async () => {
    const items = caller.lines(2, { amount: '0.00' });
    const batch = await caller.submit({ items });
    expect(caller.exchanges.at(-1)).toMatchObject({ request: 'POST P/payouts/batches', response: { status: 202 } });
    expect(batch).toMatchObject({ status: 'received', progress: { validated: 0, resolved: 0 } });
    expect((await caller.items(batch)).map(({ status }) => status)).toEqual(['pending', 'pending']);
  });

  test('`received` | validation | `autoCommit` true, zero invalid lines, approvals not required | `creating` | valid lines become payouts', async () => {
    const batch = await caller.submit();
    await caller.work(batch);
    const items = await caller.items(batch);
    expect(items.map(({ status }) => status)).toEqual(['created', 'created']);
    const payouts = (await caller.sluice.listOrders()).data;
    expect(payouts.map(({ payoutId }) => payoutId).toSorted()).toEqual(
      items.map(({ payoutId }) => payoutId).toSorted(),
    );
  });

  test('`received` | validation | any invalid line, or `autoCommit` false, or approvals required (`autoCommit` forced to false) | `awaiting_confirmation` |', async () => {
    const [line] = caller.lines(1) as [CreatePayout];
    const invalid = await caller.submit({ items: [...caller.lines(2), { ...line, amount: '0.00', reference: 'no' }] });
    expect(await caller.work(invalid)).toMatchObject({ status: 'awaiting_confirmation', autoCommit: true });
    const asked = await caller.submit({ autoCommit: false });
    expect(await caller.work(asked)).toMatchObject({ status: 'awaiting_confirmation', autoCommit: false });
    await approversOf(stage.http, caller);
    const approved = await caller.submit({ items: caller.lines(3) });
    expect(approved.autoCommit).toBe(true);
    expect(await caller.work(approved)).toMatchObject({ status: 'awaiting_confirmation', autoCommit: false });
    expect((await caller.sluice.listOrders()).data).toEqual([]);
  });

  test('`awaiting_confirmation` | confirm | no approval required | `creating` | 200; invalid lines stay refused', async () => {
    const [line] = caller.lines(1) as [CreatePayout];
    const batch = await caller.submit({ items: [...caller.lines(2), { ...line, amount: '0.00', reference: 'no' }] });
    await caller.work(batch);
    expect(await caller.confirm(batch)).toMatchObject({ status: 'creating' });
    expect(caller.exchanges.at(-1)?.response.status).toBe(200);
    expect(await caller.work(batch)).toMatchObject({ counts: { created: 2, invalid: 1 } });
    expect((await caller.items(batch)).map(({ status }) => status)).toEqual(['created', 'created', 'invalid']);
  });

  test('`awaiting_confirmation` | first confirm | approvals required | `awaiting_confirmation` | 202 with one approval for the whole run; repeat confirm returns the same approval', async () => {
    await approversOf(stage.http, caller);
    const batch = await caller.submit();
    await caller.work(batch);
    const first = await caller.confirm(batch);
    expect(caller.exchanges.at(-1)?.response.status).toBe(202);
    const again = await caller.confirm(batch);
    expect(caller.exchanges.at(-1)?.response.status).toBe(202);
    expect(again).toEqual(first);
    expect(first).toMatchObject({ status: 'awaiting_confirmation', approvalId: expect.any(String) });
    const { data } = await caller.sluice.listApprovals();
    expect(data).toMatchObject([{ approvalId: first.approvalId, kind: 'batch', batch: { valid: 2 } }]);
  });

  test('`awaiting_confirmation` | cancel | before creation started | canceled | stops the run', async () => {
    const batch = await caller.submit({ autoCommit: false });
    await caller.work(batch);
    expect(await caller.cancel(batch)).toMatchObject({ status: 'canceled' });
    await settle(stage.http.service);
    expect(await caller.work(batch)).toMatchObject({ status: 'canceled', counts: { valid: 2, created: 0 } });
    expect((await caller.sluice.listOrders()).data).toEqual([]);
    expect(await eventsOf('payout_batch.canceled')).toMatchObject([
      { batchId: batch.batchId, data: { status: 'canceled' } },
    ]);
  });

  test('`creating` | every line resolved | | `completed` | does not mean money has settled; each created line lives the ordinary payout lifecycle', async () => {
    const batch = await caller.submit();
    expect(await caller.work(batch)).toMatchObject({ status: 'completed', progress: { resolved: 2 } });
    const orders = async () => (await caller.sluice.listOrders()).data.map(({ status }) => status);
    expect(await orders()).toEqual(['pending', 'pending']);
    const [completed] = await eventsOf('payout_batch.completed');
    await settle(stage.http.service);
    expect(await orders()).toEqual(['completed', 'completed']);
    expect(await eventsOf('payout_batch.completed')).toEqual([completed]);
  });

  test('Once creation has started cancel is refused (`PAYOUT_BATCH_NOT_CANCELABLE`).', async () => {
    const batch = await caller.submit({ autoCommit: false });
    await caller.work(batch);
    await caller.confirm(batch);
    const refused = { type: 'PAYOUT_BATCH_NOT_CANCELABLE', status: 409 };
    expect(await refusalOf(caller.cancel(batch))).toMatchObject(refused);
    await caller.work(batch);
    expect(await refusalOf(caller.cancel(batch))).toMatchObject(refused);
    expect(await caller.read(batch)).toMatchObject({ status: 'completed', counts: { created: 2 } });
  });
});

describe('States and transitions > Approval', quotedByName, () => {
  async function confirmed() {
    const approvers = await approversOf(stage.http, caller);
    const batch = await caller.submit();
    await caller.work(batch);
    const { approvalId = '' } = await caller.confirm(batch);
    const approve = (index: number) => approvers[index]?.approveApproval({ approvalId });
    const reject = (index: number) => approvers[index]?.rejectApproval({ approvalId });
    return { batch, approvalId, approve, reject };
  }

  test('or first batch confirm when approvals are required', async () => {
    const { batch, approvalId } = await confirmed();
    expect((await caller.sluice.listApprovals({ status: 'pending' })).data).toMatchObject([
      { approvalId, kind: 'batch', batchId: batch.batchId, required: 2, votes: [] },
    ]);
    expect((await caller.sluice.listOrders()).data).toEqual([]);
  });

  test('a batch is released within a minute', async () => {
    const { batch, approve } = await confirmed();
    await approve(0);
    await approve(1);
    const approvedAt = stage.http.service.clock.now;
    await settle(stage.http.service);
    expect(await caller.read(batch)).toMatchObject({ status: 'completed', counts: { created: 2 } });
    const [executed] = await eventsOf('payout_approval.executed');
    expect(Date.parse(executed?.createdAt ?? '') - approvedAt).toBeLessThan(60_000);
    const [completed] = await eventsOf('payout_batch.completed');
    expect(Date.parse(completed?.createdAt ?? '') - approvedAt).toBeLessThan(60_000);
  });

  test('a batch confirm then answers `PAYOUT_BATCH_AWAITING_APPROVAL`', async () => {
    const { batch, approvalId, reject } = await confirmed();
    await reject(0);
    for (const wait of [0, dayMs]) {
      stage.http.service.clock.advance(wait);
      await settle(stage.http.service);
      expect(await refusalOf(caller.confirm(batch))).toMatchObject({
        type: 'PAYOUT_BATCH_AWAITING_APPROVAL',
        status: 409,
        detail: expect.stringContaining(approvalId),
      });
    }
    expect(await typesOfFeed()).not.toContain('payout.pending');
  });
});

import { beforeEach, describe, expect, test } from 'vitest';
import { settle } from '../../support/journey.ts';
import { quotedByName } from '../../support/quotes.ts';
import { useService } from '../support.ts';
import { approversOf, type BatchCaller, batchCaller } from './support.ts';

const stage = useService();
let caller: BatchCaller;

beforeEach(async () => {
  caller = await batchCaller(stage.http);
});

const eventsOf = async (type: string) => (await caller.sluice.listEvents({ type: type as never })).data;

describe('States and transitions > Payout batch', quotedByName, () => {
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
});

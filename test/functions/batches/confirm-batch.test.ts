import { beforeAll, describe, expect, test } from 'vitest';
import { read } from '../../../shared/ground/table/expressions.ts';
import { BatchEntity } from '../../../shared/payouts/batches/batch/batch.ts';
import { type BatchStatus, batchStatuses, cancelableStatuses } from '../../../shared/payouts/batches/batch/statuses.ts';
import { resume, setControls, suspend } from '../../shared/journal/commit/support.ts';
import { expectError } from '../../support/answers.ts';
import { beforeFirst, type FaultyTable } from '../../support/faults.ts';
import { bodyOf, expectSoundBooks, readFeed, type TestOrganization } from '../../support/journey.ts';
import type { TestService } from '../../support/service.ts';
import { revoke } from '../api-keys/support.ts';
import {
  act,
  advance,
  type Body,
  batchingOrganization,
  batchOf,
  fatesOf,
  linesTo,
  payee,
  startBatches,
  submitted,
} from './support.ts';

let table: FaultyTable;
let service: TestService;

beforeAll(async () => {
  ({ table, service } = await startBatches());
});

/** A run of so many lines that waits for its confirm. */
async function waiting(count = 2, by?: TestOrganization): Promise<{ of: TestOrganization; batch: Body }> {
  const of = by ?? (await batchingOrganization(service));
  const batch = await submitted(service, of, linesTo(await payee(service, of), count), { autoCommit: false });
  await advance(service, of, batch);
  return { of, batch };
}

/** A run in a status, as it is stored. */
async function runIn(status: BatchStatus) {
  const { of, batch } = await waiting();
  const { organizationId } = of;
  const { store } = service.runtime;
  const stored = await store.get(read(BatchEntity, { organizationId, batchId: batch.batchId }));
  if (!stored) throw new Error('no run');
  await store.put(BatchEntity, { ...stored, status });
  return { of, batch };
}

const confirm = (of: TestOrganization, batch: Body, by: Parameters<typeof act>[4] = of) =>
  act(service, of, batch, 'confirm', by);
const cancel = (of: TestOrganization, batch: Body, by: Parameters<typeof act>[4] = of) =>
  act(service, of, batch, 'cancel', by);

describe('a confirm', () => {
  test.each(['key', 'owner', 'admin', 'operator'] as const)('by %s starts creation', async (who) => {
    const { of, batch } = await waiting();
    const by = who === 'key' ? of : await service.member(of.organizationId, who);
    expect(bodyOf(await confirm(of, batch, by))).toMatchObject({ status: 'creating', counts: { valid: 2 } });
    await advance(service, of, batch);
    expect(await fatesOf(service, of, batch)).toEqual({ created: 2 });
    await expectSoundBooks(service, of);
  });

  test.each(batchStatuses.filter((status) => status !== 'awaiting_confirmation'))(
    'of a run that is %s says where it is, and changes nothing',
    async (status) => {
      const { of, batch } = await runIn(status);
      const before = await batchOf(service, of, batch);
      expectError(await confirm(of, batch), 'PAYOUT_BATCH_NOT_CONFIRMABLE', { detail: `the batch is ${status}` });
      expect(await batchOf(service, of, batch)).toEqual(before);
    },
  );

  test('of a run without a valid line completes it, and creates nothing', async () => {
    const of = await batchingOrganization(service);
    const batch = await submitted(service, of, linesTo(await payee(service, of), 1, { amount: '0.00' }));
    await advance(service, of, batch);
    bodyOf(await confirm(of, batch));
    await advance(service, of, batch);
    expect(await batchOf(service, of, batch)).toMatchObject({ status: 'completed', counts: { invalid: 1 } });
    expect((await readFeed(service, of)).map(({ type }) => type)).toEqual([
      'deposit.completed',
      'payout_batch.awaiting_confirmation',
      'payout_batch.completed',
    ]);
  });

  test('twice at once starts one creation', async () => {
    const { of, batch } = await waiting();
    const answers = await Promise.all([confirm(of, batch), confirm(of, batch)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    await advance(service, of, batch);
    expect(await readFeed(service, of, 'type=payout.pending')).toHaveLength(2);
  });

  test('is refused while batches are off, and goes through afterwards', async () => {
    const { of, batch } = await waiting();
    await setControls(service.runtime, of.organizationId, { features: [] });
    expectError(await confirm(of, batch), 'MASS_PAYOUTS_DISABLED');
    await setControls(service.runtime, of.organizationId, { features: ['mass_payouts'] });
    bodyOf(await confirm(of, batch));
  });

  test('is refused where batches are switched off, or the organization suspended, at the last moment', async () => {
    const { of, batch } = await waiting();
    const { organizationId } = of;
    const { runtime } = service;
    table.intercept(beforeFirst('TransactWrite', () => setControls(runtime, organizationId, { features: [] })));
    expectError(await confirm(of, batch), 'MASS_PAYOUTS_DISABLED');
    await setControls(runtime, organizationId, { features: ['mass_payouts'] });
    table.intercept(beforeFirst('TransactWrite', () => suspend(runtime, organizationId)));
    expectError(await confirm(of, batch), 'ACCOUNT_BLOCKED');
    table.intercept(undefined);
    await resume(runtime, organizationId);
    expect(await batchOf(service, of, batch)).toMatchObject({ status: 'awaiting_confirmation' });
  });

  test('is refused to keys where the creating key was revoked, and open to people', async () => {
    const { of, batch } = await waiting();
    const other = { ...of, ...(await service.key(of.organizationId)) };
    const owner = await service.member(of.organizationId, 'owner');
    bodyOf(await revoke(service, of.organizationId, owner, of.key.id));
    expectError(await confirm(of, batch, other), 'PAYOUT_BATCH_NOT_CONFIRMABLE', {
      detail: 'its API key was revoked; a member has to confirm it',
    });
    bodyOf(await confirm(of, batch, owner));
    await advance(service, of, batch);
    expect(await fatesOf(service, other, batch)).toEqual({ created: 2 });
  });

  test('by another key than the one that created it answers for it together with that key', async () => {
    const { of, batch } = await waiting();
    const other = { ...of, ...(await service.key(of.organizationId)) };
    bodyOf(await confirm(of, batch, other));
    const owner = await service.member(of.organizationId, 'owner');
    bodyOf(await revoke(service, of.organizationId, owner, other.key.id));
    await advance(service, of, batch);
    expect(await fatesOf(service, of, batch)).toEqual({ 'create_failed UNAUTHORIZED': 2 });
  });
});

describe('a cancel', () => {
  test.each(cancelableStatuses)('of a run that is %s ends it, and the worker does nothing more', async (status) => {
    const { of, batch } = await runIn(status);
    const canceled = bodyOf(await cancel(of, batch));
    expect(canceled.status).toBe('canceled');
    const [event] = await readFeed(service, of, 'type=payout_batch.canceled');
    expect(event).toMatchObject({ batchId: batch.batchId, payoutId: null, data: canceled });
    await advance(service, of, batch);
    expect(await batchOf(service, of, batch)).toEqual(canceled);
    expect(await readFeed(service, of, 'type=payout.pending')).toEqual([]);
  });

  test.each(batchStatuses.filter((status) => !cancelableStatuses.includes(status)))(
    'of a run that is %s is refused',
    async (status) => {
      const { of, batch } = await runIn(status);
      expectError(await cancel(of, batch), 'PAYOUT_BATCH_NOT_CANCELABLE', { detail: `the batch is ${status}` });
      expect(await batchOf(service, of, batch)).toMatchObject({ status });
    },
  );

  test('of a run that nobody has validated keeps its lines readable', async () => {
    const of = await batchingOrganization(service);
    const batch = await submitted(service, of, linesTo(await payee(service, of), 3));
    bodyOf(await cancel(of, batch));
    await advance(service, of, batch);
    expect(await batchOf(service, of, batch)).toMatchObject({ status: 'canceled', counts: { pending: 3 } });
    expect(await fatesOf(service, of, batch)).toEqual({ pending: 3 });
  });

  test('is possible while batches are off', async () => {
    const { of, batch } = await waiting();
    await setControls(service.runtime, of.organizationId, { features: [] });
    bodyOf(await cancel(of, batch));
  });

  test.each([['cancel', 'confirm'] as const, ['confirm', 'cancel'] as const])(
    'and a confirm at once, %s first: one of them wins',
    async (first, second) => {
      const { of, batch } = await waiting();
      table.intercept(beforeFirst('TransactWrite', async () => bodyOf(await act(service, of, batch, first, of))));
      const late = await act(service, of, batch, second, of);
      table.intercept(undefined);
      expectError(late, second === 'cancel' ? 'PAYOUT_BATCH_NOT_CANCELABLE' : 'PAYOUT_BATCH_NOT_CONFIRMABLE');
      await advance(service, of, batch);
      expect(await fatesOf(service, of, batch)).toEqual(first === 'confirm' ? { created: 2 } : { valid: 2 });
    },
  );

  test('between two commits of a validation stops it, and no line is created', async () => {
    const of = await batchingOrganization(service);
    const batch = await submitted(service, of, linesTo(await payee(service, of), 200));
    let commits = 0;
    table.intercept(async ({ name }, send) => {
      if (name === 'TransactWrite') commits += 1;
      // The claim's progress is kept by an update; the commits of the validation are transactions.
      if (commits === 2 && name === 'TransactWrite') {
        table.intercept(undefined);
        bodyOf(await cancel(of, batch));
      }
      return send();
    });
    await advance(service, of, batch);
    await advance(service, of, batch);
    expect(await batchOf(service, of, batch)).toMatchObject({
      status: 'canceled',
      counts: { valid: 95, pending: 105 },
    });
    expect(await fatesOf(service, of, batch)).toEqual({ valid: 95, pending: 105 });
    expect(await readFeed(service, of, 'type=payout.pending')).toEqual([]);
  });

  test('racing the first commit of creation: the loser is refused, and the lines are created once', async () => {
    const of = await batchingOrganization(service);
    const to = await payee(service, of);
    const batch = await submitted(service, of, linesTo(to, 3));
    // The last commit of validation is on its way, with which creation starts.
    table.intercept(beforeFirst('TransactWrite', async () => bodyOf(await cancel(of, batch))));
    await advance(service, of, batch);
    table.intercept(undefined);
    expect(await batchOf(service, of, batch)).toMatchObject({ status: 'canceled' });
    await advance(service, of, batch);
    expect(await readFeed(service, of, 'type=payout.pending')).toEqual([]);

    const other = await submitted(service, of, linesTo(to, 3, { amount: '3.00' }));
    await advance(service, of, other);
    expectError(await cancel(of, other), 'PAYOUT_BATCH_NOT_CANCELABLE');
    expect(await fatesOf(service, of, other)).toEqual({ created: 3 });
  });
});

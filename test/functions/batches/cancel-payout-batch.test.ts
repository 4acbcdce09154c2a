import { beforeAll, describe, expect, test } from 'vitest';
import { batchStatuses, cancelableStatuses } from '../../../shared/payouts/batches/batch/statuses.ts';
import { setControls } from '../../shared/journal/commit/support.ts';
import { expectError } from '../../support/answers.ts';
import { beforeFirst, type FaultyTable } from '../../support/faults.ts';
import { bodyOf, readFeed, type TestOrganization } from '../../support/journey.ts';
import { quotes } from '../../support/quotes.ts';
import type { TestService } from '../../support/service.ts';
import {
  act,
  advance,
  type Body,
  batchingOrganization,
  batchOf,
  fatesOf,
  linesTo,
  payee,
  runIn,
  startBatches,
  submitted,
  waiting,
} from './support.ts';

let table: FaultyTable;
let service: TestService;

beforeAll(async () => {
  ({ table, service } = await startBatches());
});

const cancel = (of: TestOrganization, batch: Body) => act(service, of, batch, 'cancel', of);

describe('a cancel', () => {
  test.each(cancelableStatuses)(
    'of a run that is %s ends it, and the worker does nothing more',
    quotes({
      'States and transitions > Payout batch':
        '`awaiting_confirmation` | cancel | before creation started | canceled | stops the run',
      'Endpoints > Other referenced operations': '`POST …/batches/{batchId}/cancel` | batch reads and cancel',
    }),
    async (status) => {
      const { of, batch } = await runIn(service, status);
      const canceled = bodyOf(await cancel(of, batch));
      expect(canceled.status).toBe('canceled');
      const [event] = await readFeed(service, of, 'type=payout_batch.canceled');
      expect(event).toMatchObject({ batchId: batch.batchId, payoutId: null, data: canceled });
      await advance(service, of, batch);
      expect(await batchOf(service, of, batch)).toEqual(canceled);
      expect(await readFeed(service, of, 'type=payout.pending')).toEqual([]);
    },
  );

  test.each(batchStatuses.filter((status) => !cancelableStatuses.includes(status)))(
    'of a run that is %s is refused',
    quotes({
      'States and transitions > Payout batch':
        'Once creation has started cancel is refused (`PAYOUT_BATCH_NOT_CANCELABLE`).',
    }),
    async (status) => {
      const { of, batch } = await runIn(service, status);
      expectError(await cancel(of, batch), 'PAYOUT_BATCH_NOT_CANCELABLE', { detail: `the batch is ${status}` });
      expect(await batchOf(service, of, batch)).toMatchObject({ status });
    },
  );

  test('of a batch that nobody has validated keeps its lines readable', async () => {
    const of = await batchingOrganization(service);
    const batch = await submitted(service, of, linesTo(await payee(service, of), 3));
    bodyOf(await cancel(of, batch));
    await advance(service, of, batch);
    expect(await batchOf(service, of, batch)).toMatchObject({ status: 'canceled', counts: { pending: 3 } });
    expect(await fatesOf(service, of, batch)).toEqual({ pending: 3 });
  });

  test('is possible while batches are off', async () => {
    const { of, batch } = await waiting(service);
    await setControls(service.runtime, of.organizationId, { features: [] });
    bodyOf(await cancel(of, batch));
  });

  test.each([['cancel', 'confirm'] as const, ['confirm', 'cancel'] as const])(
    'and a confirm at once, %s first: one of them wins',
    async (first, second) => {
      const { of, batch } = await waiting(service);
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

import { beforeEach, describe, expect, test } from 'vitest';
import type { CreatePayout } from '../../../client/src/index.ts';
import { settle } from '../../support/journey.ts';
import { quotedByName, quotes } from '../../support/quotes.ts';
import { availableOf, useService } from '../support.ts';
import { type BatchCaller, batchCaller } from './support.ts';

const stage = useService();
let caller: BatchCaller;

beforeEach(async () => {
  caller = await batchCaller(stage.http);
});

/** A run with a valid line and an invalid one, validated. */
async function mixed() {
  const [line] = caller.lines(1) as [CreatePayout];
  const items = [line, { ...line, amount: '0.00', reference: 'no' }];
  return caller.work(await caller.submit({ items }));
}

describe('What the service does', quotedByName, () => {
  test('Batches. Up to 1,000 payouts submitted as one run. Every line is validated first (nothing priced or debited), then valid lines become ordinary payouts.', async () => {
    const batch = await mixed();
    expect(batch).toMatchObject({ counts: { valid: 1, invalid: 1 }, totals: { debited: [] } });
    expect(await availableOf(caller)).toBe('1000.00');
    await caller.confirm(batch);
    expect(await caller.work(batch)).toMatchObject({ totals: { debited: [{ count: 1, amount: '10.00' }] } });
    expect(await availableOf(caller)).toBe('990.00');
    await settle(stage.http.service);
    const [item] = await caller.items(batch);
    expect(await caller.sluice.getOrder({ payoutId: item?.payoutId ?? '' })).toMatchObject({ status: 'completed' });
  });
});

describe('Resources and their fields > Payout batch and item', quotedByName, () => {
  test('Batch statuses: `received`, `awaiting_confirmation`, `creating`, `completed` (plus a validating phase).', async () => {
    const batch = await caller.submit({ autoCommit: false, items: caller.lines(100) });
    const seen = [batch.status, (await caller.work(batch)).status];
    seen.push((await caller.confirm(batch)).status, (await caller.work(batch)).status);
    expect(seen).toEqual(['received', 'awaiting_confirmation', 'creating', 'completed']);
  });

  test(
    'Item statuses: `invalid`, `created`, `create_failed`; a created item carries `payoutId`; a failed item carries `errors[]`.',
    quotes({ Errors: 'A failed batch line is an item with `status` `invalid` or `create_failed` and `errors[]`.' }),
    async () => {
      const [line, large] = caller.lines(2) as [CreatePayout, CreatePayout];
      const items = [line, { ...large, amount: '5000.00' }, { ...line, amount: '0.00', reference: 'no' }];
      const batch = await caller.work(await caller.submit({ items }));
      await caller.confirm(batch);
      await caller.work(batch);
      const found = await caller.items(batch);
      expect(found).toMatchObject([
        { status: 'created', payoutId: expect.stringMatching(/^po_/) },
        { status: 'create_failed', errors: [{ type: 'INSUFFICIENT_BALANCE', detail: expect.any(String) }] },
        { status: 'invalid', errors: [{ type: 'BAD_REQUEST', detail: expect.any(String) }] },
      ]);
      expect(found.map((item) => ['payoutId' in item, 'errors' in item])).toEqual([
        [true, false],
        [false, true],
        [false, true],
      ]);
    },
  );
});

describe('Events > Event types', quotedByName, () => {
  test(
    '`payout_batch.*` | batch events (`batchId` set, `payoutId` null); no in-progress event; each created line emits its own `payout.*`',
    quotes({
      'Resources and their fields > Event (feed row and webhook body)': [
        'null on `payout_batch.*` rows',
        '`batchId` | set on `payout_batch.*` rows',
      ],
      'Endpoints > List events (feed)': '`payout_batch.*`',
    }),
    async () => {
      const batch = await mixed();
      await caller.confirm(batch);
      await caller.work(batch);
      const canceled = await caller.submit();
      await caller.cancel(canceled);
      const [created] = await caller.items(batch);
      const { data } = await caller.sluice.listEvents();
      const feed = data.filter(({ type }) => type.startsWith('payout'));
      expect(feed.map(({ type, batchId, payoutId }) => [type, batchId, payoutId])).toEqual([
        ['payout_batch.awaiting_confirmation', batch.batchId, null],
        ['payout.pending', batch.batchId, created?.payoutId],
        ['payout_batch.completed', batch.batchId, null],
        ['payout_batch.canceled', canceled.batchId, null],
      ]);
      expect(feed[2]?.data).toEqual(await caller.read(batch));
      const types = 'payout_batch.awaiting_confirmation,payout_batch.completed';
      const ofTypes = await caller.sluice.listEvents({ type: types as never });
      expect(ofTypes.data).toEqual([feed[0], feed[2]]);
    },
  );
});

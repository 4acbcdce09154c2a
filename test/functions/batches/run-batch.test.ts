import { beforeAll, describe, expect, test } from 'vitest';
import { bodyOf, expectSoundBooks, pathOf, readFeed } from '../../support/journey.ts';
import { TestService } from '../../support/service.ts';
import { act, advance, batchingOrganization, batchOf, itemsOf, linesTo, payee, submitted } from './support.ts';

let service: TestService;

beforeAll(async () => {
  service = await TestService.start();
});

describe('a batch', () => {
  test('is stored, validated and created, and completes', async () => {
    const of = await batchingOrganization(service);
    const batch = await submitted(service, of, linesTo(await payee(service, of), 30));
    expect(batch).toMatchObject({ status: 'received', itemCount: 30, counts: { pending: 30 } });
    expect(await itemsOf(service, of, batch)).toHaveLength(30);
    await advance(service, of, batch);
    expect(await batchOf(service, of, batch)).toMatchObject({ status: 'completed', counts: { created: 30 } });
    const items = await itemsOf(service, of, batch);
    expect(items.map(({ index, status }) => [index, status])).toEqual(items.map((_, index) => [index, 'created']));
    const { data: orders } = bodyOf(await service.get(`${pathOf(of)}/orders?limit=100`, of));
    expect(orders.map(({ payoutId }: { payoutId: string }) => payoutId).reverse()).toEqual(
      items.map(({ payoutId }) => payoutId),
    );
    expect(orders[0]).toMatchObject({ batchId: batch.batchId, status: 'pending' });
    const events = await readFeed(service, of);
    expect(events.at(-1)).toMatchObject({ type: 'payout_batch.completed', batchId: batch.batchId, payoutId: null });
    expect(events.filter(({ type, batchId }) => type === 'payout.pending' && batchId === batch.batchId)).toHaveLength(
      30,
    );
    await expectSoundBooks(service, of);
  });

  test('with an invalid line waits for its confirm', async () => {
    const of = await batchingOrganization(service);
    const lines = linesTo(await payee(service, of), 3);
    const batch = await submitted(service, of, [...lines, { ...lines[0], amount: '0', reference: 'zero' }, lines[1]]);
    await advance(service, of, batch);
    expect(await batchOf(service, of, batch)).toMatchObject({
      status: 'awaiting_confirmation',
      counts: { valid: 3, invalid: 2 },
    });
    expect(await itemsOf(service, of, batch, 'status=invalid')).toMatchObject([
      { index: 3, errors: [{ type: 'BAD_REQUEST' }] },
      { index: 4, errors: [{ type: 'DUPLICATE_REQUEST_DETECTED', code: 'duplicate_in_batch' }] },
    ]);
    expect(bodyOf(await act(service, of, batch, 'confirm', of))).toMatchObject({ status: 'creating' });
    await advance(service, of, batch);
    expect(await batchOf(service, of, batch)).toMatchObject({
      status: 'completed',
      counts: { created: 3, invalid: 2 },
    });
    await expectSoundBooks(service, of);
  });

  test('is canceled before creation', async () => {
    const of = await batchingOrganization(service);
    const batch = await submitted(service, of, linesTo(await payee(service, of), 3), { autoCommit: false });
    await advance(service, of, batch);
    expect(bodyOf(await act(service, of, batch, 'cancel', of))).toMatchObject({ status: 'canceled' });
    await advance(service, of, batch);
    expect(await batchOf(service, of, batch)).toMatchObject({ status: 'canceled', counts: { valid: 3 } });
  });
});

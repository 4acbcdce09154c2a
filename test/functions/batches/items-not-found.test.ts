import { beforeAll, expect, test } from 'vitest';
import { refTo } from '../../../shared/ground/table/expressions.ts';
import { removeIf } from '../../../shared/ground/table/writes.ts';
import { type BatchItem, BatchItemEntity } from '../../../shared/payouts/batches/batch/batch-item.ts';
import { TestService } from '../../support/service.ts';
import { act, advance, batchingOrganization, batchOf, linesTo, payee, submitted } from './support.ts';

let service: TestService;

beforeAll(async () => {
  service = await TestService.start();
});

test('a batch whose items are not to be seen yet is not parked, but tried again', async () => {
  const of = await batchingOrganization(service);
  const batch = await submitted(service, of, linesTo(await payee(service, of), 2), { autoCommit: false });
  await advance(service, of, batch);
  await act(service, of, batch, 'confirm', of);
  const { organizationId } = of;
  const { store, ids } = service.runtime;
  const rows = [0, 1].map((index) => refTo(BatchItemEntity, { organizationId, batchId: batch.batchId, index }));
  const items = await Promise.all(rows.map((row) => store.get(row)));
  await store.transact(
    rows.map((row) => removeIf(row, {})),
    ids.token(),
  );

  await advance(service, of, batch);
  for (const item of items) await store.put(BatchItemEntity, item as BatchItem);
  service.clock.now += 60_000;
  await advance(service, of, batch);

  expect(await batchOf(service, of, batch)).toMatchObject({ status: 'completed', counts: { created: 2 } });
});

import { beforeAll, expect, test } from 'vitest';
import { refTo } from '../../../shared/ground/table/expressions.ts';
import { removeIf } from '../../../shared/ground/table/writes.ts';
import { BatchItemEntity } from '../../../shared/payouts/batches/batch/batch-item.ts';
import type { TestOrganization } from '../../support/journey.ts';
import { TestService } from '../../support/service.ts';
import { advance, type Body, batchingOrganization, itemsOf, linesTo, payee, submitted } from './support.ts';

let service: TestService;

beforeAll(async () => {
  service = await TestService.start();
});

/** A validated run as a reader may see it for a moment: a commit shows its items one by one. */
async function runWithout(hidden: readonly number[]): Promise<{ of: TestOrganization; batch: Body }> {
  const of = await batchingOrganization(service);
  const batch = await submitted(service, of, linesTo(await payee(service, of), 5), { autoCommit: false });
  await advance(service, of, batch);
  const { organizationId } = of;
  const { store, ids } = service.runtime;
  const rows = hidden.map((index) => refTo(BatchItemEntity, { organizationId, batchId: batch.batchId, index }));
  await store.transact(
    rows.map((row) => removeIf(row, {})),
    ids.token(),
  );
  return { of, batch };
}

test.each([
  { hidden: [2], limit: 2 },
  { hidden: [0, 3], limit: 2 },
  { hidden: [3, 4], limit: 100 },
])('items $hidden that are not to be seen yet are pending, on pages of $limit', async ({ hidden, limit }) => {
  const { of, batch } = await runWithout(hidden);

  const items = await itemsOf(service, of, batch, `limit=${limit}`);

  expect(items.map(({ index, status }) => [index, status])).toEqual(
    [0, 1, 2, 3, 4].map((index) => [index, hidden.includes(index) ? 'pending' : 'valid']),
  );
});

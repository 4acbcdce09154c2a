import { beforeAll, expect, test } from 'vitest';
import { refTo } from '../../../shared/ground/table/expressions.ts';
import { BatchReferenceEntity, batchReferenceRef } from '../../../shared/payouts/batches/batch/batch.ts';
import { expectError } from '../../support/answers.ts';
import { beforeFirst, type FaultyTable } from '../../support/faults.ts';
import { bodyOf, pathOf, readFeed, type TestOrganization } from '../../support/journey.ts';
import { performed } from '../../support/operations.ts';
import type { TestService } from '../../support/service.ts';
import {
  act,
  advance,
  type Body,
  batchingOrganization,
  linesTo,
  payee,
  rowsOfBatches,
  startBatches,
  submit,
  submitted,
} from './support.ts';

let table: FaultyTable;
let service: TestService;

const composed = 'Löhne März';
const decomposed = composed.normalize('NFD');
const withOtherSpace = 'Löhne\u00a0März';

beforeAll(async () => {
  ({ table, service } = await startBatches());
});

async function found(by: TestOrganization, reference: string, query = ''): Promise<Body[]> {
  const path = `${pathOf(by)}/payouts/batches?externalReferenceId=${encodeURIComponent(reference)}${query}`;
  return bodyOf(await service.get(path, by)).data;
}

async function start(count = 1) {
  const by = await batchingOrganization(service);
  return { by, lines: linesTo(await payee(service, by), count) };
}

test('a reference is answered as it was sent, and finds the batch in any way to write it', async () => {
  const { by, lines } = await start();
  const batch = await submitted(service, by, lines, { externalReferenceId: decomposed });
  expect(batch.externalReferenceId).toBe(decomposed);
  for (const written of [decomposed, composed, withOtherSpace]) {
    expect(await found(by, written)).toEqual([batch]);
    expect(await found(by, written, '&status=canceled')).toEqual([]);
  }
});

test('a reference is taken however it is written, also after a cancel, and nothing is stored', async () => {
  const { by, lines } = await start();
  const batch = await submitted(service, by, lines, { externalReferenceId: decomposed });
  const before = await rowsOfBatches(service, by);
  expect(before).toEqual({ batch: 1, batchLines: 1, batchReference: 2 });
  const taken = { originalBatchId: batch.batchId };
  for (const externalReferenceId of [composed, withOtherSpace, decomposed])
    expectError(
      await submit(service, by, lines, { externalReferenceId }, { 'x-allow-duplicate': 'true' }),
      'PAYOUT_BATCH_DUPLICATE_REFERENCE',
      taken,
    );
  expect(await rowsOfBatches(service, by)).toEqual(before);
  bodyOf(await act(service, by, batch, 'cancel', by));
  const again = await submit(service, by, lines, { externalReferenceId: composed });
  expectError(again, 'PAYOUT_BATCH_DUPLICATE_REFERENCE', taken);
});

test('a reference is of the organization, however it is written', async () => {
  const [one, other] = [await start(), await start()];
  await submitted(service, one.by, one.lines, { externalReferenceId: decomposed });
  expect(await found(other.by, composed)).toEqual([]);
  await submitted(service, other.by, other.lines, { externalReferenceId: composed });
});

test('batches of one reference, written differently, that come at once: one is taken, and only its lines are paid', async () => {
  const { by, lines } = await start(3);
  const answers = await Promise.all(
    [composed, decomposed, withOtherSpace].map((externalReferenceId) =>
      submit(service, by, lines, { externalReferenceId }, { 'x-allow-duplicate': 'true' }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409]);
  const [batch] = await found(by, withOtherSpace);
  await advance(service, by, batch);
  expect(await readFeed(service, by, 'type=payout.pending')).toHaveLength(3);
});

test.each([
  [decomposed, composed],
  [composed, decomposed],
  [decomposed, withOtherSpace],
])('a batch of %j loses to one of %j that is committed between its look and its own commit', async (second, first) => {
  const { by, lines } = await start();
  let winner: Body;
  table.intercept(
    beforeFirst('TransactWrite', async () => {
      winner = await submitted(service, by, lines, { externalReferenceId: first });
    }),
  );
  const lost = await submit(service, by, lines, { externalReferenceId: second }, { 'x-allow-duplicate': 'true' });
  table.intercept(undefined);
  expectError(lost, 'PAYOUT_BATCH_DUPLICATE_REFERENCE', { originalBatchId: winner.batchId });
  expect(await found(by, second)).toEqual([winner]);
});

test('a batch of an earlier release is found as its reference was sent; lists give that of its form, too, second', async () => {
  const { by, lines } = await start();
  const { organizationId } = by;
  const old = await submitted(service, by, lines, { externalReferenceId: decomposed });
  const inForm = refTo(BatchReferenceEntity, { organizationId, externalReferenceId: composed });
  await service.runtime.store.remove(inForm, {});
  expect(await found(by, decomposed)).toEqual([old]);
  const again = await submit(service, by, lines, { externalReferenceId: decomposed }, { 'x-allow-duplicate': 'true' });
  expectError(again, 'PAYOUT_BATCH_DUPLICATE_REFERENCE', { originalBatchId: old.batchId });
  const young = await submitted(service, by, lines.slice(0, 1), { externalReferenceId: composed });
  expect(await found(by, decomposed)).toEqual([old, young]);
  expect(await found(by, composed)).toEqual([young]);
  expect(await performed(service, 'check', { organizationId })).toMatchObject({ findings: [] });
});

test('an earlier release finds the batch, too, by its reference as it was sent', async () => {
  const { by, lines } = await start();
  const { batchId } = await submitted(service, by, lines, { externalReferenceId: withOtherSpace });
  const asSent = batchReferenceRef(by.organizationId, withOtherSpace);
  expect(await service.runtime.store.get(asSent)).toMatchObject({ batchId });
});

test('a reference of the most bytes that it may have in its form fits into the table, and so do those of lines', async () => {
  const { by, lines } = await start();
  const long = '\ufb2c'.repeat(255);
  const batch = await submitted(service, by, [{ ...lines[0], reference: long }], { externalReferenceId: long });
  await advance(service, by, batch);
  expect(await found(by, long)).toMatchObject([{ status: 'completed', counts: { created: 1 } }]);
});

import { randomUUID } from 'node:crypto';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test } from 'vitest';
import { createStore } from '../../../shared/ground/table/create-store.ts';
import { refTo } from '../../../shared/ground/table/expressions.ts';
import type { Store } from '../../../shared/ground/table/store.ts';
import { type DueWork, DueWorkEntity, dueRef } from '../../../shared/journal/due/due-work.ts';
import { maxAttempts } from '../../../shared/journal/due/postpone-or-park.ts';
import { type Batch, BatchEntity, batchRef } from '../../../shared/payouts/batches/batch/batch.ts';
import { BatchItemEntity, batchItemPartition } from '../../../shared/payouts/batches/batch/batch-item.ts';
import { rememberingRail } from '../../../shared/providers/sandbox/payouts/remembering-rail.ts';
import { sandboxRails } from '../../../shared/providers/sandbox/rails-without-network.ts';
import { expectError } from '../../support/answers.ts';
import { createTestTable } from '../../support/dynamodb.ts';
import { findingsOf } from '../../support/findings-of.ts';
import { bodyOf, expectSoundBooks, pathOf, readFeed, settle, type TestOrganization } from '../../support/journey.ts';
import { performed } from '../../support/operations.ts';
import { restoreBackup, takeBackup } from '../../support/restored-table.ts';
import { TestService } from '../../support/service.ts';
import { act, advance, type Body, batchingOrganization, batchOf, itemsOf, linesTo, payee } from './support.ts';

let service: TestService;
let memory: Store;
let of: TestOrganization;
let request: Body;
let restorePoint: number;
let backup: Awaited<ReturnType<typeof takeBackup>>;

beforeEach(async () => {
  memory = createStore(await createTestTable());
  service = await TestService.start({
    rails: (mode) =>
      mode === 'sandbox' ? { ...sandboxRails, payouts: { sandbox: rememberingRail(memory) } } : undefined,
    // Time passes while a decision that is always refused is repeated.
    sleep: async (ms) => service.clock.advance(Math.max(ms, 100)),
  });
  of = await batchingOrganization(service);
  request = { externalReferenceId: 'payroll', items: linesTo(await payee(service, of), 5) };
});

async function backUp(): Promise<void> {
  restorePoint = service.clock.now;
  backup = await takeBackup(service.runtime.store);
  service.clock.advance(1_000);
}

async function restore(): Promise<void> {
  await restoreBackup(service.runtime.store, backup);
  service.hints.take();
  service.clock.advance(60 * 60 * 1000);
}

/** A whole batch of the check. @returns what it found */
async function check(wish: { readonly settle?: boolean; readonly release?: boolean }): Promise<string[]> {
  service.clock.advance(10_000);
  const findings: string[] = [];
  for (let progress: unknown; ; ) {
    const input = { since: new Date(restorePoint).toISOString(), ...wish, ...(progress !== undefined && { progress }) };
    const page = await performed(service, 'restore-check', input);
    findings.push(...page.findings);
    if (page.progress === undefined) return findings;
    progress = page.progress;
  }
}

async function reconcile(): Promise<void> {
  expect(await check({ settle: true })).toEqual([]);
  expect(await check({ release: true })).toEqual([]);
}

const submit = (idempotencyKey = randomUUID(), body = request) =>
  service.post(`${pathOf(of)}/payouts/batches`, of, body, { idempotencyKey });
const paid = async () => (await takeBackup(memory)).map(({ key }) => key as string).sort();
const payoutsOf = async (batch: Body) => (await itemsOf(service, of, batch)).map(({ payoutId }) => payoutId).sort();
const balance = async () => bodyOf(await service.get(`${pathOf(of)}/balance`, of)).available;

/** A run that is validated and waits for its confirm. */
async function waiting(): Promise<Body> {
  const batch = bodyOf(await submit(randomUUID(), { ...request, autoCommit: false }), 202);
  await advance(service, of, batch);
  return batch;
}

async function confirmAndPay(batch: Body): Promise<void> {
  bodyOf(await act(service, of, batch, 'confirm', of));
  await advance(service, of, batch);
  await settle(service);
}

/** The run goes on, and ends with each line created and paid once. */
async function expectPaidOnce(batch: Body, before: readonly string[], available: string): Promise<void> {
  await settle(service);
  expect(await batchOf(service, of, batch)).toMatchObject({ status: 'completed', counts: { created: 5, valid: 0 } });
  expect(await payoutsOf(batch)).toEqual(before);
  expect(await paid()).toEqual(before);
  expect(await balance()).toBe(available);
  expect((await batchOf(service, of, batch)).totals.debited).toMatchObject([{ count: 5, amount: '50.00' }]);
  await expectSoundBooks(service, of);
  expect(await findingsOf(service, of)).toEqual([]);
}

describe('a batch that was paid after the restore point, and is lost', () => {
  test('keeps its reference: submitted again, under whatever key, it is refused and pays nobody', async () => {
    const key = randomUUID();
    await backUp();
    const batch = bodyOf(await submit(key), 202);
    await settle(service);
    const before = await paid();
    expect(before).toHaveLength(5);
    const available = await balance();
    const order = bodyOf(await service.get(`${pathOf(of)}/orders/${before[0]}`, of));
    await restore();
    await reconcile();
    for (const again of [await submit(key), await submit()]) {
      expectError(again, 'PAYOUT_BATCH_DUPLICATE_REFERENCE');
      expect(again.body.originalBatchId).toBe(batch.batchId);
    }
    await settle(service);
    expect(await paid()).toEqual(before);
    expect(await balance()).toBe(available);
    expect(bodyOf(await service.get(`${pathOf(of)}/orders/${before[0]}`, of))).toEqual({
      ...order,
      batchId: batch.batchId,
      updatedAt: expect.any(String),
    });
    const events = await readFeed(service, of);
    const pending = events.filter(({ type, batchId }) => type === 'payout.pending' && batchId === batch.batchId);
    expect(pending.map(({ data }) => data.payoutId).sort()).toEqual(before);
    await expectSoundBooks(service, of);
  });

  test('keeps its reference however that is written', async () => {
    const [first, second] = ['Löhne'.normalize('NFD'), 'Löhne'].map((externalReferenceId) => ({
      ...request,
      externalReferenceId,
    }));
    await backUp();
    const batch = bodyOf(await submit(randomUUID(), first), 202);
    await settle(service);
    await restore();
    await reconcile();
    for (const body of [first, second]) {
      const again = await submit(randomUUID(), body);
      expectError(again, 'PAYOUT_BATCH_DUPLICATE_REFERENCE');
      expect(again.body.originalBatchId).toBe(batch.batchId);
    }
    await settle(service);
    expect(await paid()).toHaveLength(5);
  });

  test.each([
    ['as it was', 'payroll', 'payroll'],
    ['decomposed, now composed', 'Löhne'.normalize('NFD'), 'Löhne'],
    ['composed, now decomposed', 'Löhne', 'Löhne'.normalize('NFD')],
    ['with another space', 'pay\u00a0roll', 'pay\u2003roll'],
  ])(
    'and was submitted again before the check, its reference %s, is canceled, before it pays as well',
    async (_, asSent, again) => {
      await backUp();
      bodyOf(await submit(randomUUID(), { ...request, externalReferenceId: asSent }), 202);
      await settle(service);
      await restore();
      const second = bodyOf(await submit(randomUUID(), { ...request, externalReferenceId: again }), 202);
      await reconcile();
      await settle(service);
      expect(await batchOf(service, of, second)).toMatchObject({ status: 'canceled' });
      expect((await readFeed(service, of)).filter(({ type }) => type === 'payout_batch.canceled')).toHaveLength(1);
      expect(await paid()).toHaveLength(5);
      await expectSoundBooks(service, of);
    },
  );

  test('and was submitted again and created before the check stays unsettled: a person has to look', async () => {
    await backUp();
    const first = bodyOf(await submit(), 202);
    await settle(service);
    await restore();
    const second = bodyOf(await submit(), 202);
    await advance(service, of, second);
    const findings = await check({ settle: true, release: true });
    expect(findings).toHaveLength(5);
    expect(findings[0]).toContain('it cannot be written back (PAYOUT_BATCH_DUPLICATE_REFERENCE)');
    expect((await performed(service, 'show', { organizationId: of.organizationId })).organization.status).toBe(
      'suspended',
    );
    expect(await service.runtime.store.get(batchRef(of.organizationId, first.batchId))).toBeUndefined();
  });
});

describe('a batch that was paid after the restore point, and is there as it was before', () => {
  test('waits for its confirm with its lines created, and confirmed again pays nobody', async () => {
    const batch = await waiting();
    await backUp();
    await confirmAndPay(batch);
    const [before, available] = [await paid(), await balance()];
    await restore();
    await reconcile();
    expect(await batchOf(service, of, batch)).toMatchObject({
      status: 'awaiting_confirmation',
      counts: { created: 5, valid: 0 },
    });
    await confirmAndPay(batch);
    await expectPaidOnce(batch, before, available);
  });

  test('without the check makes the same payouts again, which its rail knows', async () => {
    const batch = await waiting();
    await backUp();
    await confirmAndPay(batch);
    const [before, available] = [await paid(), await balance()];
    await restore();
    await confirmAndPay(batch);
    await expectPaidOnce(batch, before, available);
  });

  test('not validated yet, finds its payouts by its validation', async () => {
    const batch = bodyOf(await submit(), 202);
    await backUp();
    await settle(service);
    const [before, available] = [await paid(), await balance()];
    await restore();
    await reconcile();
    expect(await batchOf(service, of, batch)).toMatchObject({ status: 'received', counts: { pending: 5 } });
    await advance(service, of, batch);
    await expectPaidOnce(batch, before, available);
  });

  test('in creation, creates only what is left', async () => {
    const batch = await waiting();
    bodyOf(await act(service, of, batch, 'confirm', of));
    await backUp();
    await advance(service, of, batch);
    await settle(service);
    const [before, available] = [await paid(), await balance()];
    // The rail was told of two lines only.
    for (const { pk, sk, key } of (await takeBackup(memory)) as Body[]) {
      if (key === before[0] || key === before[1]) continue;
      await memory.client.send(new DeleteCommand({ TableName: memory.tableName, Key: { pk, sk } }));
    }
    await restore();
    await reconcile();
    expect(await batchOf(service, of, batch)).toMatchObject({ status: 'creating', counts: { created: 2, valid: 3 } });
    await advance(service, of, batch);
    await expectPaidOnce(batch, before, available);
  });

  test('whose lines were refused meanwhile has them created: who reads them pays nobody again', async () => {
    const batch = await waiting();
    await backUp();
    await confirmAndPay(batch);
    const [before, available] = [await paid(), await balance()];
    await restore();
    bodyOf(await act(service, of, batch, 'confirm', of));
    await check({});
    await advance(service, of, batch);
    await reconcile();
    await expectPaidOnce(batch, before, available);
  });
});

describe('a commit that the restore tore', () => {
  let batch: Body;
  let before: Awaited<ReturnType<typeof rowsOf>>;

  beforeEach(async () => {
    batch = await waiting();
    bodyOf(await act(service, of, batch, 'confirm', of));
    before = await rowsOf(batch);
    await advance(service, of, batch);
    await settle(service);
  });

  test('and that kept payouts without their lines and their run: they are paid once, and the batch ends', async () => {
    const [sent, available] = [await paid(), await balance()];
    await put(BatchEntity, before.run);
    await put(DueWorkEntity, before.due);
    for (const item of before.items) await put(BatchItemEntity, item);
    await expectPaidOnce(batch, sent, available);
  });

  test('and that kept lines without their run: the batch counts them anew, and ends', async () => {
    const [sent, available] = [await paid(), await balance()];
    const run = (await rowsOf(batch)).run as Batch;
    await put(BatchEntity, { ...before.run, debited: run.debited });
    await put(DueWorkEntity, before.due);
    await expectPaidOnce(batch, sent, available);
  });

  test('and that lost lines stops the batch, which pays nobody: a person has to look', async () => {
    const sent = await paid();
    await put(BatchEntity, before.run);
    await put(DueWorkEntity, before.due);
    const { organizationId } = of;
    for (const { index } of before.items) {
      await service.runtime.store.remove(refTo(BatchItemEntity, { organizationId, batchId: batch.batchId, index }), {});
    }
    for (let attempts = 0; attempts < maxAttempts; attempts += 1) {
      await settle(service);
      service.clock.advance(60 * 60 * 1000);
    }
    expect(await batchOf(service, of, batch)).toMatchObject({ status: 'creating', counts: { valid: 5 } });
    expect((await rowsOf(batch)).due).toMatchObject({ parkedAt: expect.any(Number) });
    expect(await paid()).toEqual(sent);
  });
});

/** What the table has of a batch. */
async function rowsOf({ batchId }: Body) {
  const { organizationId } = of;
  const { store } = service.runtime;
  const run = await store.get(batchRef(organizationId, batchId));
  const due = await store.get(dueRef({ organizationId, kind: 'batches', resourceId: batchId }));
  const partition = batchItemPartition(organizationId, batchId);
  const { items } = await store.range(BatchItemEntity, { partition, limit: 100 });
  return { run: run as Batch, due: due as DueWork, items };
}

const put: Store['put'] = (entity, item) => service.runtime.store.put(entity, item);

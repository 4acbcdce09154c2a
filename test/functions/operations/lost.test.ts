import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { worker } from '../../../functions/streams/archive-changes.ts';
import { readArguments } from '../../../operator/arguments.ts';
import { runCommand } from '../../../operator/run.ts';
import type { Target } from '../../../operator/target/target.ts';
import { s3ArchivedChanges, s3ChangeArchive } from '../../../shared/adapters/s3-change-archive.ts';
import { refTo } from '../../../shared/ground/table/expressions.ts';
import { MemberEntity } from '../../../shared/identity/member.ts';
import { HeadEntity } from '../../../shared/journal/commit/head.ts';
import { sold } from '../../shared/checkout/refunds/support.ts';
import { storedItems } from '../../support/answers.ts';
import { startBucket, streamArnOf, streamEventOf, type TestBucket } from '../../support/archive.ts';
import { createTestTable } from '../../support/dynamodb.ts';
import { addPayout, bodyOf, fundedOrganization, pathOf, settle, type TestOrganization } from '../../support/journey.ts';
import { expectRefusal, perform } from '../../support/operations.ts';
import { TestService } from '../../support/service.ts';

const [oldArn, restoredArn] = [streamArnOf('payments'), streamArnOf('restored')];
/** The restore point. */
const since = '2026-03-01T12:00:00.000Z';

let bucket: TestBucket;
let service: TestService;
beforeEach(async () => {
  bucket = await startBucket();
  service = await TestService.start({ archive: s3ChangeArchive(bucket) });
});
afterEach(() => bucket.stop());

type Items = Awaited<ReturnType<typeof storedItems>>;

/** Archives what happened between two snapshots of a table. */
async function archive(before: Items, after: Items, told: { streamArn?: string; sequenceNumber?: bigint } = {}) {
  const event = streamEventOf(before, after, { streamArn: oldArn, at: service.clock.now, ...told });
  await worker.handle(event, service.runtime);
}

/** The service on a table that was restored to a snapshot. */
async function restored(items: Items): Promise<TestService> {
  const table = await createTestTable();
  for (const Item of items) await table.client.send(new PutCommand({ TableName: table.tableName, Item }));
  const after = await TestService.start({ archived: s3ArchivedChanges({ ...bucket, streamArn: restoredArn }) }, table);
  after.clock.now = service.clock.now;
  return after;
}

/** What the command prints. */
async function lost(of: TestService): Promise<{ code: number; result: ReturnType<typeof JSON.parse> }> {
  const wanted = readArguments(['lost', '--since', since, '--json']);
  if (typeof wanted === 'string') throw new Error(wanted);
  const target: Target = {
    name: 'the test',
    seal: async (text) => text,
    perform: (name, { input }) => perform(of, name, input),
  };
  const lines: string[] = [];
  const terminal = { print: (line: string) => void lines.push(line), note: () => {}, confirm: undefined };
  const code = await runCommand(wanted, target, terminal);
  return { code, result: JSON.parse(lines.join('')) };
}

const headOf = async ({ organizationId }: TestOrganization) =>
  (await service.runtime.store.get(refTo(HeadEntity, { organizationId })))?.version ?? 0;

describe('what was written after the restore point', () => {
  test('is told by organization: what is absent, older and back', async () => {
    const [of, quiet] = [await fundedOrganization(service), await fundedOrganization(service)];
    await addPayout(service, of, { outcome: 'completed' });
    await settle(service);
    const { userId } = await service.member(of.organizationId, 'viewer');
    const [atRestore, headAtRestore] = [await storedItems(service), await headOf(of)];
    service.clock.advance(5_000);
    const { payoutId } = await addPayout(service, of, { outcome: 'completed', serial: 1 });
    const idempotencyKey = 'top-up.1';
    bodyOf(await service.post(`${pathOf(of)}/sandbox/fund`, of, { amount: '7.00' }, { idempotencyKey }), 201);
    await service.runtime.store.remove(refTo(MemberEntity, { organizationId: of.organizationId, userId }), {});
    await archive(atRestore, await storedItems(service));
    const now = new Date(service.clock.now).toISOString();

    const { code, result } = await lost(await restored(atRestore));
    expect(code).toBe(1);
    expect(Object.keys(result.organizations)).toEqual([of.organizationId]);
    expect(quiet.organizationId in result.organizations).toBe(false);
    const loss = result.organizations[of.organizationId];
    expect(loss.ids['payout absent']).toEqual([payoutId]);
    expect(loss.ids['deposit absent']).toHaveLength(1);
    expect(loss.ids['balanceTransaction absent']).toHaveLength(loss.absent.balanceTransaction);
    expect(loss.absent).toMatchObject({ payout: 1, deposit: 1, balanceTransaction: 2, event: 2 });
    expect(loss.ids['idempotencyRecord absent']).toEqual([idempotencyKey]);
    expect(loss.older).toMatchObject({ head: 1 });
    expect(loss.ids['member back']).toEqual([userId]);
    // One record of the head is between the snapshots.
    const last = await headOf(of);
    expect(last).toBeGreaterThan(headAtRestore);
    expect(loss.headVersions).toEqual({ first: last, last });
    expect(result).toMatchObject({ changesOfTableInUse: 0, changesBetween: { from: now, to: now } });
  });

  test('is nothing where the table has every change', async () => {
    const of = await fundedOrganization(service);
    await addPayout(service, of);
    const items = await storedItems(service);
    await archive([], items);
    const { code, result } = await lost(await restored(items));
    expect([code, result.lostItems, result.organizations]).toEqual([0, 0, {}]);
    expect(result.comparedChanges).toBeGreaterThan(5);
  });

  test('is judged by the last change of an item, on whichever page it is', async () => {
    const of = await fundedOrganization(service);
    const first = await storedItems(service);
    await addPayout(service, of);
    const second = await storedItems(service);
    await archive(first, second, { sequenceNumber: 1_000n });
    // Filled up, so that what follows is on another page.
    for (let batch = 0n; batch < 5n; batch += 1n) {
      const rows = Array.from({ length: 400 }, (_, row) => ({ pk: `FILL#${batch}`, sk: `${row}`, _et: 'fill' }));
      await archive(rows, [], { sequenceNumber: 2_000n + batch * 400n });
    }
    // Whatever was written is removed again: it is absent, and nothing is lost.
    await archive(second, first, { sequenceNumber: 9_000n });
    const { code, result } = await lost(await restored(first));
    expect([code, result.organizations]).toEqual([0, {}]);
  });

  test('leaves out what has expired since', async () => {
    const quote = { pk: 'QUOTE#o#1', sk: 'QUOTE', _et: 'quote', organizationId: 'o' };
    const endsAt = service.clock.now / 1000;
    await archive(
      [],
      [
        { ...quote, ttl: endsAt },
        { ...quote, pk: 'QUOTE#o#2', ttl: endsAt + 1 },
      ],
    );
    const { result } = await lost(await restored([]));
    expect(result.organizations.o.absent).toEqual({ quote: 1 });
  });

  test('does not count what was written into the restored table itself', async () => {
    const of = await fundedOrganization(service);
    await archive([], await storedItems(service), { streamArn: restoredArn });
    const { code, result } = await lost(await restored([]));
    expect([code, result.comparedChanges, result.note]).toEqual([
      0,
      0,
      expect.stringContaining('no other table was restored'),
    ]);
    expect(result.changesOfTableInUse).toBeGreaterThan(5);
    expect(JSON.stringify(result)).not.toContain(of.organizationId);
  });

  test('is not known whole where an object is broken', async () => {
    const broken = 'changes/2026/03/01/12/payments/1-1-0.jsonl.gz';
    await bucket.put(broken, Buffer.from('no gzip'));
    const { code, result } = await lost(await restored([]));
    expect([code, result.unreadable]).toEqual([1, [broken]]);
  });

  test('names the checkout payments that buyers have made since', async () => {
    const of = await service.organization();
    const atRestore = await storedItems(service);
    const { paymentId } = await sold(service, { of });
    await archive(atRestore, await storedItems(service));
    const { result } = await lost(await restored(atRestore));
    const { ids } = result.organizations[of.organizationId];
    expect(ids['checkoutPayment absent']).toEqual([expect.stringContaining(paymentId)]);
  });

  test('shows ids and no content', async () => {
    const of = await fundedOrganization(service);
    await addPayout(service, of);
    await archive([], await storedItems(service));
    const { result } = await lost(await restored([]));
    expect(JSON.stringify(result)).not.toMatch(/Lovelace|DE\d{20}/);
  });
});

test('a stage without an archive says so', async () => {
  const answer = await perform(service, 'lost', { since });
  expectRefusal(answer, 'CONFLICT');
  expect(answer.error.detail).toContain('archive=true');
});

test('the restore point needs a time zone', async () => {
  expectRefusal(await perform(service, 'lost', { since: '2026-03-01T12:00:00' }), 'VALIDATION_ERROR');
});

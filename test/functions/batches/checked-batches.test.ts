import { beforeAll, describe, expect, test } from 'vitest';
import { refTo } from '../../../shared/ground/table/expressions.ts';
import { dueRef } from '../../../shared/journal/due/due-work.ts';
import {
  type Batch,
  BatchEntity,
  BatchReferenceEntity,
  batchRef,
  batchReferenceRef,
  batchWork,
} from '../../../shared/payouts/batches/batch/batch.ts';
import { type BatchItem, BatchItemEntity } from '../../../shared/payouts/batches/batch/batch-item.ts';
import { type Payout, PayoutEntity } from '../../../shared/payouts/payout/payout.ts';
import type { TestOrganization } from '../../support/journey.ts';
import { performed } from '../../support/operations.ts';
import { TestService } from '../../support/service.ts';
import { advance, type Body, batchingOrganization, linesTo, payee, submitted } from './support.ts';

let service: TestService;

beforeAll(async () => {
  service = await TestService.start();
});

/** Every page of the check of the books, as the command reads them. */
async function check({ organizationId }: TestOrganization, between?: () => Promise<unknown>): Promise<string[]> {
  const findings: string[] = [];
  for (let input: object = { organizationId }; ; ) {
    const page = await performed(service, 'check', input);
    findings.push(...page.findings);
    if (!page.progress) return findings;
    await between?.();
    input = { organizationId, progress: page.progress };
  }
}

/** A run of an organization of its own. */
async function run(lines = 3, body: Body = {}): Promise<{ of: TestOrganization; batch: Body }> {
  const of = await batchingOrganization(service);
  return { of, batch: await submitted(service, of, linesTo(await payee(service, of), lines), body) };
}

/** A run of three lines that is completed, with its rows. */
async function completed() {
  const { of, batch } = await run();
  await advance(service, of, batch);
  const { organizationId } = of;
  const { batchId } = batch;
  const { store } = service.runtime;
  const item = (await store.get(refTo(BatchItemEntity, { organizationId, batchId, index: 1 }))) as BatchItem;
  const payoutId = item.payoutId as string;
  return {
    of,
    stored: (await store.get(batchRef(organizationId, batchId))) as Batch,
    item,
    payout: (await store.get(refTo(PayoutEntity, { organizationId, payoutId }))) as Payout,
  };
}

describe('the books of runs', () => {
  test('are sound: of several pages, with invalid lines, waiting, completed, and while they go on', async () => {
    const of = await batchingOrganization(service);
    const lines = linesTo(await payee(service, of), 120);
    const batches = [await submitted(service, of, lines), await submitted(service, of, [...lines, lines[0]])];
    for (const batch of batches) await advance(service, of, batch);
    expect(await check(of)).toEqual([]);
    batches.push(await submitted(service, of, lines, { autoCommit: false }));
    const next = async () => void (await advance(service, of, batches.at(-1) as Body));
    expect(await check(of, next)).toEqual([]);
    expect(await check(of)).toEqual([]);
  });

  test('of batches without end are read a page at a time', async () => {
    const { of, batch } = await run(101);
    await advance(service, of, batch);
    let pages = 0;
    await check(of, async () => {
      pages += 1;
    });
    // The ledger and the feed have two pages each, the payouts six, the batch one of itself and two of its lines, the last of
    // which is empty. Of everything else there is nothing, which takes a page each; behind the last page nothing follows.
    expect(pages).toBe(20);
  });
});

describe('what does not add up in a batch is said:', () => {
  const put = (...[entity, item]: Parameters<TestService['runtime']['store']['put']>) =>
    service.runtime.store.put(entity, item);

  test('counts that are not those of its lines', async () => {
    const { of, stored } = await completed();
    await put(BatchEntity, { ...stored, counts: { ...stored.counts, created: 2, invalid: 1 } });
    expect(await check(of)).toEqual([
      `${stored.batchId} counts 1 invalid lines, there are 0`,
      `${stored.batchId} counts 2 created lines, there are 3`,
    ]);
  });

  test('a sum that is not that of its payouts', async () => {
    const { of, stored } = await completed();
    const { currency = '', amount = 0n, fee = 0n } = stored.debited ?? {};
    await put(BatchEntity, { ...stored, debited: { currency, amount: amount + 1n, fee } });
    expect(await check(of)).toEqual([
      `${stored.batchId} says that its payouts take ${amount + 1n}, ${fee} of it fees; their rows say ${amount} and ${fee}`,
    ]);
  });

  test('a payout that costs something else than was debited', async () => {
    const { of, stored, payout } = await completed();
    await put(PayoutEntity, { ...payout, sourceAmount: payout.sourceAmount + 1n });
    expect(await check(of)).toEqual([
      expect.stringContaining(`${payout.payoutId} costs ${payout.sourceAmount + 1n}`),
      expect.stringContaining('; its payouts make 3001 and 3001'),
      expect.stringContaining(`${stored.batchId} says that`),
    ]);
  });

  test('a line that is not created although its payout is there', async () => {
    const { of, item, stored, payout } = await completed();
    const { payoutId: _, ...line } = item;
    await put(BatchItemEntity, { ...line, status: 'valid' });
    expect(await check(of)).toEqual([
      `${payout.payoutId} is of ${stored.batchId}, whose line 1 does not name it`,
      `${stored.batchId} counts 0 valid lines, there are 1`,
      `${stored.batchId} counts 3 created lines, there are 2`,
      expect.stringContaining('says that its payouts take'),
    ]);
  });

  test('a line that is gone', async () => {
    const { of, stored, item } = await completed();
    await service.runtime.store.remove(refTo(BatchItemEntity, item), {});
    expect(await check(of)).toContain(`${stored.batchId} counts 0 pending lines, there are 1`);
  });

  test('a line that names the payout of another batch', async () => {
    const { of, stored, payout } = await completed();
    await put(PayoutEntity, { ...payout, batchId: 'pb_other' });
    expect(await check(of)).toEqual([`line 1 of ${stored.batchId} names ${payout.payoutId} of another batch`]);
  });

  test('a payout that is gone', async () => {
    const { of, stored, payout } = await completed();
    await service.runtime.store.remove(refTo(PayoutEntity, payout), {});
    expect(await check(of)).toContain(`line 1 of ${stored.batchId} names ${payout.payoutId}, which does not exist`);
  });

  test('a reference that finds nothing, or another batch', async () => {
    const { of, stored } = await completed();
    const { organizationId, batchId, externalReferenceId } = stored;
    await put(BatchReferenceEntity, { organizationId, externalReferenceId, batchId: 'pb_other', version: 1 });
    expect(await check(of)).toEqual([`${externalReferenceId} is the reference of ${batchId}, and finds pb_other`]);
    await service.runtime.store.remove(batchReferenceRef(organizationId, externalReferenceId), {});
    expect(await check(of)).toEqual([`${externalReferenceId} is the reference of ${batchId}, and finds nothing`]);
  });

  test('work that is missing for a batch that is not at its end', async () => {
    const { of, batch } = await run();
    await service.runtime.store.remove(dueRef(batchWork({ ...of, batchId: batch.batchId })), {});
    expect(await check(of)).toEqual([`${batch.batchId} is received, and nothing is due for it`]);
  });
});

import { beforeEach, describe, expect, test } from 'vitest';
import { type Recipient, RecipientEntity } from '../../../shared/corridors/recipients/recipient.ts';
import { refTo } from '../../../shared/ground/table/expressions.ts';
import { replace } from '../../../shared/ground/table/writes.ts';
import { batchRef } from '../../../shared/payouts/batches/batch/batch.ts';
import { workOf } from '../../shared/journal/due/support.ts';
import { FakeRail } from '../../support/fake-rail.ts';
import { addRecipient, bodyOf, expectSoundBooks, type TestOrganization } from '../../support/journey.ts';
import { createMarkedTable } from '../../support/later-release/marked-table.ts';
import { performed } from '../../support/operations.ts';
import { TestService } from '../../support/service.ts';
import {
  act,
  advance,
  type Body,
  batchingOrganization,
  batchOf,
  fatesOf,
  linesTo,
  startBatches,
  submitted,
} from './support.ts';

const [minute, hour] = [60_000, 60 * 60_000];

let service: TestService;
let rail: FakeRail;
let of: TestOrganization;
let batch: Body;
/** Whose status a later release may store. */
let later: Body;

beforeEach(async () => {
  ({ service, rail } = await startBatches());
  of = await batchingOrganization(service);
  later = await addRecipient(service, of);
  const other = await addRecipient(service, of, { serial: 1 });
  const lines = [...linesTo(later, 1), ...linesTo(other, 1, { amount: '13.00', reference: 'other' })];
  batch = await submitted(service, of, lines, { autoCommit: false });
  await advance(service, of, batch);
  bodyOf(await act(service, of, batch, 'confirm', of));
});

async function setStatus(status: string): Promise<void> {
  const { organizationId } = of;
  const { store } = service.runtime;
  const recipient = await store.get(refTo(RecipientEntity, { organizationId, recipientId: later.recipientId }));
  await store.transact(
    [replace(RecipientEntity, { ...(recipient as Recipient), status: status as 'active' })],
    service.runtime.ids.token(),
  );
}

/** The rail does not answer for 13.00. */
function silence(): void {
  const { price } = new FakeRail();
  rail.price = async (corridor, wanted) => {
    if (wanted?.amount === 13_00n) throw new Error('no answer');
    return price(corridor, wanted);
  };
}

/** Has the worker look at the batch whenever it is due, for so long. */
async function wait(ms: number): Promise<void> {
  const { organizationId } = of;
  for (const end = service.clock.now + ms; ; ) {
    await advance(service, of, batch);
    const due = await workOf(service.runtime, { organizationId, kind: 'batches', resourceId: batch.batchId });
    if (due?.dueAt === undefined || due.dueAt > end) {
      service.clock.advance(end - service.clock.now);
      return;
    }
    service.clock.advance(Math.max(1, due.dueAt - service.clock.now));
  }
}

async function check(): Promise<string[]> {
  const findings: string[] = [];
  for (let input: object = { organizationId: of.organizationId }; ; ) {
    const page = await performed(service, 'check', input);
    findings.push(...page.findings);
    if (!page.progress) return findings;
    input = { organizationId: of.organizationId, progress: page.progress };
  }
}

const found = () => service.runtime.store.get(batchRef(of.organizationId, batch.batchId));

describe('a line that meets what only a later release knows', () => {
  test('waits as long as it takes, stops no other, and is created once that release is back', async () => {
    await setStatus('watched');
    await wait(7 * hour);
    expect(await batchOf(service, of, batch)).toMatchObject({ status: 'creating', counts: { valid: 1, created: 1 } });
    expect(await fatesOf(service, of, batch)).toEqual({ valid: 1, created: 1 });
    await setStatus('active');
    await wait(6 * minute);
    expect(await batchOf(service, of, batch)).toMatchObject({ status: 'completed', counts: { created: 2 } });
    await expectSoundBooks(service, of);
  });

  test('does not keep another one from failing after its six hours', async () => {
    silence();
    await setStatus('watched');
    await wait(6 * hour - minute);
    expect(await fatesOf(service, of, batch)).toEqual({ valid: 2 });
    await wait(7 * minute);
    expect(await fatesOf(service, of, batch)).toEqual({ valid: 1, 'create_failed INTERNAL': 1 });
    await setStatus('active');
    await wait(6 * minute);
    expect(await batchOf(service, of, batch)).toMatchObject({
      status: 'completed',
      counts: { created: 1, create_failed: 1 },
    });
  });

  test('has its six hours from when that release is back', async () => {
    await setStatus('watched');
    await wait(7 * hour);
    rail.price = async () => {
      throw new Error('no answer');
    };
    await setStatus('active');
    await wait(6 * hour - 6 * minute);
    expect(await fatesOf(service, of, batch)).toEqual({ valid: 1, created: 1 });
    expect(await found()).not.toHaveProperty('unknownSince');
    await wait(18 * minute);
    expect(await fatesOf(service, of, batch)).toEqual({ created: 1, 'create_failed INTERNAL': 1 });
    expect((await batchOf(service, of, batch)).status).toBe('completed');
  });

  test('is found by the check of the books after an hour, not before, and no longer once it was created', async () => {
    await setStatus('watched');
    await wait(hour - minute);
    expect(await check()).toEqual([]);
    await wait(2 * minute);
    expect(await check()).toEqual([`${batch.batchId} waits for what only a later release knows`]);
    await setStatus('active');
    await wait(6 * minute);
    expect(await check()).toEqual([]);
  });

  test('alarms after an hour', async () => {
    const errors: unknown[] = [];
    const log = {
      ...service.runtime.log,
      error: (message: string, details: object) => errors.push({ message, ...details }),
    };
    Object.assign(service.runtime, { log });
    await setStatus('watched');
    await wait(hour - minute);
    expect(errors).toEqual([]);
    await wait(7 * minute);
    expect(errors[0]).toMatchObject({ message: 'due work keeps failing', kind: 'batches', resourceId: batch.batchId });
  });
});

test('what it noted beside why lines were left behind outlives the commits of this release', async () => {
  const table = await createMarkedTable();
  service = await TestService.start({ rails: rail.rails, rateLimitOverride: 10_000 }, table);
  of = await batchingOrganization(service);
  // More than one commit takes.
  const lines = linesTo(await addRecipient(service, of), 50);
  batch = await submitted(service, of, lines, { autoCommit: false });
  await advance(service, of, batch);
  bodyOf(await act(service, of, batch, 'confirm', of));
  rail.price = async () => {
    throw new Error('no answer');
  };
  await advance(service, of, batch);
  expect(await fatesOf(service, of, batch)).toEqual({ valid: 50 });
  expect(table.lost).toEqual([]);
});

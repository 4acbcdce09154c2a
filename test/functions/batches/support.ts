import { randomUUID } from 'node:crypto';
import { refTo } from '../../../shared/ground/table/expressions.ts';
import { BatchEntity } from '../../../shared/payouts/batches/batch/batch.ts';
import type { BatchStatus } from '../../../shared/payouts/batches/batch/statuses.ts';
import { setControls } from '../../shared/journal/commit/support.ts';
import { storedItems } from '../../support/answers.ts';
import { FakeRail } from '../../support/fake-rail.ts';
import { createFaultyTable } from '../../support/faults.ts';
import {
  addRecipient,
  bodyOf,
  deliver,
  fundedOrganization,
  pathOf,
  type TestOrganization,
} from '../../support/journey.ts';
import { type Answer, TestService } from '../../support/service.ts';

export type Body = Answer['body'];

/** The service with a rail and a table of the test's own, and more calls than a minute allows. */
export async function startBatches() {
  const rail = new FakeRail();
  const table = await createFaultyTable();
  return { rail, table, service: await TestService.start({ rails: rail.rails, rateLimitOverride: 10_000 }, table) };
}

/** How many rows an organization has of the entities of batches, by name; without those of which it has none. */
export async function rowsOfBatches(
  service: TestService,
  { organizationId }: Pick<TestOrganization, 'organizationId'>,
): Promise<Record<string, number>> {
  const rows = (await storedItems(service)).filter((row) => row.organizationId === organizationId);
  const ofBatches = rows.filter(({ _et }) => String(_et).startsWith('batch'));
  const byName = Map.groupBy(ofBatches, ({ _et }) => String(_et));
  return Object.fromEntries([...byName].map(([name, { length }]) => [name, length]));
}

/** A funded organization that may submit batches. */
export async function batchingOrganization(service: TestService, amount = '10000.00'): Promise<TestOrganization> {
  const of = await fundedOrganization(service, amount);
  await setControls(service.runtime, of.organizationId, { features: ['mass_payouts'] });
  return of;
}

/** Lines to a recipient, of 10.00 each and with references of their own. */
export function linesTo(recipient: Body, count: number, more: Readonly<Record<string, unknown>> = {}): Body[] {
  const { destinationAccountId } = recipient.methods[0];
  return Array.from({ length: count }, (_, index) => ({
    amount: '10.00',
    destinationAccountId,
    reference: `line ${index}`,
    ...more,
  }));
}

export function submit(
  service: TestService,
  of: TestOrganization,
  items: readonly unknown[],
  body: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return service.call('POST', `${pathOf(of)}/payouts/batches`, of, {
    idempotencyKey: randomUUID(),
    body: { externalReferenceId: randomUUID(), items, ...body },
    headers,
  });
}

export async function submitted(
  service: TestService,
  of: TestOrganization,
  items: readonly unknown[],
  body: Readonly<Record<string, unknown>> = {},
): Promise<Body> {
  return bodyOf(await submit(service, of, items, body), 202);
}

export async function batchOf(service: TestService, of: TestOrganization, { batchId }: Body): Promise<Body> {
  return bodyOf(await service.get(`${pathOf(of)}/payouts/batches/${batchId}`, of));
}

/** How many items of a batch have each status and error: `created`, `invalid BAD_REQUEST`. */
export async function fatesOf(
  service: TestService,
  of: TestOrganization,
  batch: Body,
): Promise<Record<string, number>> {
  const fates = (await itemsOf(service, of, batch)).map(({ status, errors }) =>
    errors ? `${status} ${errors.map(({ type }: Body) => type).join()}` : status,
  );
  return Object.fromEntries([...Map.groupBy(fates, (fate) => fate)].map(([fate, { length }]) => [fate, length]));
}

/** All items of a batch, read page by page. */
export async function itemsOf(
  service: TestService,
  of: TestOrganization,
  { batchId }: Body,
  query = 'limit=100',
): Promise<Body[]> {
  const items: Body[] = [];
  let cursor = '';
  for (;;) {
    const page = bodyOf(await service.get(`${pathOf(of)}/payouts/batches/${batchId}/items?${query}${cursor}`, of));
    items.push(...page.data);
    if (!page.nextCursor) return items;
    cursor = `&cursor=${page.nextCursor}`;
  }
}

export function act(
  service: TestService,
  of: Pick<TestOrganization, 'organizationId'>,
  { batchId }: Body,
  action: 'confirm' | 'cancel',
  by: Parameters<TestService['post']>[1],
): Promise<Answer> {
  const path = `/payments/organizations/${of.organizationId}/payouts/batches/${batchId}/${action}`;
  return service.call('POST', path, by, { idempotencyKey: randomUUID() });
}

/** Hands a hint at the batch over, once. */
export async function advance(service: TestService, { organizationId }: TestOrganization, { batchId }: Body) {
  await deliver(service, [{ kind: 'batches', organizationId, resourceId: batchId, dueAt: service.clock.now }]);
}

/** The recipient to whom tests pay. */
export function payee(service: TestService, of: TestOrganization): Promise<Body> {
  return addRecipient(service, of);
}

/** A run of so many lines that waits for its confirm. */
export async function waiting(service: TestService, count = 2): Promise<{ of: TestOrganization; batch: Body }> {
  const of = await batchingOrganization(service);
  const batch = await submitted(service, of, linesTo(await payee(service, of), count), { autoCommit: false });
  await advance(service, of, batch);
  return { of, batch };
}

/** A run in a status, as it is stored. */
export async function runIn(service: TestService, status: BatchStatus) {
  const { of, batch } = await waiting(service);
  const { organizationId } = of;
  const { store } = service.runtime;
  const stored = await store.get(refTo(BatchEntity, { organizationId, batchId: batch.batchId }));
  if (!stored) throw new Error('no run');
  await store.put(BatchEntity, { ...stored, status });
  return { of, batch };
}

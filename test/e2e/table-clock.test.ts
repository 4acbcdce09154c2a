import { describe, expect, test } from 'vitest';
import { measurement } from '../../shared/ground/metrics/catalog.ts';
import { metricFields } from '../../shared/ground/metrics/embed.ts';
import { createStore } from '../../shared/ground/table/create-store.ts';
import { clockErrorMs } from '../../shared/ground/table/table-clock.ts';
import { ClockDiffers } from '../../shared/journal/commit/refuse-wrong-clock.ts';
import { available, commitOnce, headOf } from '../shared/journal/commit/support.ts';
import { quoteOf } from '../shared/payouts/caps/support.ts';
import { expectError } from '../support/answers.ts';
import { createDatedTable } from '../support/dated-table.ts';
import { addRecipient, bodyOf, fundedOrganization, pathOf, readFeed } from '../support/journey.ts';
import { TestService } from '../support/service.ts';

const hour = 60 * 60_000;

/** What a log line says besides its message. */
type Line = Readonly<Record<string, unknown>> | undefined;

/** The service on a table that dates its answers, first by the service's own clock. */
async function start() {
  const table = await createDatedTable();
  const lines: Line[] = [];
  const keep = (_message: unknown, ...extra: unknown[]) => void lines.push(extra[0] as Line);
  let service: TestService;
  const clock = () => service.clock.now;
  service = await TestService.start(
    { store: createStore({ ...table, clock }), log: { debug: () => {}, info: () => {}, warn: keep, error: keep } },
    table,
  );
  table.dateBy(clock);
  const organization = await service.organization();
  const { organizationId } = organization;
  return {
    service,
    organization,
    organizationId,
    clock,
    commit: () => commitOnce(service.runtime, organizationId),
    version: async () => (await headOf(service.runtime, organizationId)).version,
    dateBy: table.dateBy,
    linesOf: (metric: string) => lines.filter((line) => line?.[metric] === 1),
  };
}

describe('a clock', () => {
  test.each([
    ['ahead', 2 * hour],
    ['ahead', 7_001],
    ['behind', -2 * hour],
    ['behind', -7_001],
  ])('that is %s of the table’s by %i ms commits nothing, and says so', async (_which, skew) => {
    const { commit, version, clock, dateBy, linesOf } = await start();
    const before = await version();
    dateBy(() => clock() - skew);
    await expect(commit()).rejects.toBeInstanceOf(ClockDiffers);
    await expect(commit()).rejects.toBeInstanceOf(ClockDiffers);
    expect(await version()).toBe(before);
    const [line] = linesOf('ClockDiffers');
    const errorMs = Number(line?.errorMs);
    expect(Math.abs(errorMs - skew)).toBeLessThanOrEqual(1_000);
    const by = measurement('ClockDifference', Math.abs(errorMs));
    expect(line).toMatchObject(metricFields(clock() - errorMs, measurement('ClockDiffers', 1), by));
  });

  test.each([0, 5_000, -5_000])('that differs by %i ms commits', async (skew) => {
    const { commit, clock, dateBy, linesOf } = await start();
    dateBy(() => clock() - skew);
    await commit();
    expect(linesOf('ClockDiffers')).toEqual([]);
  });

  test('that has been put right commits again', async () => {
    const { commit, clock, dateBy } = await start();
    dateBy(() => clock() - hour);
    await expect(commit()).rejects.toBeInstanceOf(ClockDiffers);
    dateBy(clock);
    await commit();
  });

  test('is not judged where answers have no date', async () => {
    const { commit, dateBy } = await start();
    dateBy(() => undefined);
    await commit();
  });
});

test('one odd answer is read again, and refuses nothing', async () => {
  const { commit, clock, dateBy, linesOf } = await start();
  let answers = 0;
  dateBy(() => {
    answers += 1;
    return answers === 1 ? clock() - hour : clock();
  });
  await commit();
  expect(answers).toBe(3);
  expect(linesOf('ClockDiffers')).toEqual([]);
});

test.each([0, 1, 4_000, 8_000])(
  'an answer that took eight seconds may have been given %i ms after it was asked for',
  async (after) => {
    const { service, commit, clock, dateBy, linesOf } = await start();
    dateBy(() => {
      const date = clock() + after;
      service.clock.advance(8_000);
      return date;
    });
    await commit();
    expect(linesOf('ClockDiffers')).toEqual([]);
  },
);

test('a request to a process whose clock is wrong is INTERNAL, and its key executes elsewhere', async () => {
  const { service, organization, clock, dateBy } = await start();
  const send = () =>
    service.post(`${pathOf(organization)}/sandbox/fund`, organization, { amount: '5.00' }, { idempotencyKey: 'one' });
  dateBy(() => clock() - hour);
  expectError(await send(), 'INTERNAL', { status: 500 });
  dateBy(clock);
  expect(await available(service, organization)).toBe('0.00');
  bodyOf(await send(), 201);
  expect(await available(service, organization)).toBe('5.00');
  expect(await readFeed(service, organization)).toHaveLength(1);
});

test('no quote is given by a wrong clock', async () => {
  const { service, clock, dateBy } = await start();
  const organization = await fundedOrganization(service);
  const recipient = await addRecipient(service, organization, { serial: 1 });
  dateBy(() => clock() + hour);
  expectError(await quoteOf(service, organization, recipient, '10.00'), 'INTERNAL');
  dateBy(clock);
  bodyOf(await quoteOf(service, organization, recipient, '10.00'));
});

test('a head that was ahead is told of by the commit that finds it, once', async () => {
  const { service, commit, organizationId, linesOf } = await start();
  service.clock.advance(2 * hour);
  await commit();
  service.clock.advance(-2 * hour);
  await commit();
  await commit();
  const [line, ...more] = linesOf('JournalAhead');
  expect(more).toEqual([]);
  const found = measurement('JournalAhead', 1);
  expect(line).toMatchObject({
    organizationId,
    headAheadMs: 2 * hour,
    ...metricFields(service.clock.now, found, measurement('ClockDifference', 2 * hour)),
  });
  expect((await headOf(service.runtime, organizationId)).clockAt).toBe(service.clock.now);
});

test('rows behind a healed head stay in the order of their sequences', async () => {
  const { service, commit, organization } = await start();
  service.clock.advance(2 * hour);
  await commit();
  service.clock.advance(-2 * hour);
  await commit();
  service.clock.advance(hour);
  await commit();
  const path = `${pathOf(organization)}/balance_transactions?limit=1`;
  const seen: string[] = [];
  for (let cursor = ''; ; ) {
    const page = bodyOf(await service.get(path + cursor, organization));
    seen.push(...page.data.map(({ balanceAfter }: { balanceAfter: string }) => balanceAfter));
    if (!page.nextCursor) break;
    cursor = `&cursor=${encodeURIComponent(page.nextCursor)}`;
  }
  expect(seen).toEqual(['0.03', '0.02', '0.01']);
  expect((await readFeed(service, organization)).map(({ sequence }) => sequence)).toEqual(['1', '2', '3']);
});

test('a date of whole seconds may be a second older than its answer', () => {
  const call = { sentAt: 10_000, receivedAt: 20_000 };
  expect([4_000, 3_999, 25_000, 25_001].map((date) => clockErrorMs(date, call))).toEqual([
    undefined,
    5_001,
    undefined,
    -5_001,
  ]);
});

import { beforeEach, expect, test } from 'vitest';
import { refTo } from '../../../shared/ground/table/expressions.ts';
import { PayoutEntity } from '../../../shared/payouts/payout/payout.ts';
import { sandboxRails } from '../../../shared/providers/sandbox/rails-without-network.ts';
import { FakeRail } from '../../support/fake-rail.ts';
import { addPayout, fundedOrganization, settle, type TestOrganization } from '../../support/journey.ts';
import { performed } from '../../support/operations.ts';
import { restoreBackup, takeBackup } from '../../support/restored-table.ts';
import { TestService } from '../../support/service.ts';

let service: TestService;
let [first, second]: FakeRail[] = [];
let of: TestOrganization;
/** Whether new payouts go by the first rail. */
let isFirstOpen: boolean;

beforeEach(async () => {
  isFirstOpen = true;
  [first, second] = [new FakeRail(), new FakeRail()];
  const opened = Object.assign(first, { serves: () => isFirstOpen });
  const registration = { first: { register }, second: { register } };
  const payouts = { first: opened, second };
  service = await TestService.start({
    rails: (mode) => (mode === 'sandbox' ? { ...sandboxRails, registration, payouts } : undefined),
  });
  of = await fundedOrganization(service);
});

async function register() {
  return 'registered' as const;
}

async function check(since: number, settles: boolean): Promise<string[]> {
  const input = { since: new Date(since).toISOString(), settle: settles };
  const findings: string[] = [];
  for (let progress: unknown; ; ) {
    service.clock.advance(10_000);
    const page = await performed(service, 'restore-check', { ...input, ...(progress !== undefined && { progress }) });
    findings.push(...page.findings);
    if (page.progress === undefined) return findings;
    progress = page.progress;
  }
}

const storedRail = async (payoutId: string) =>
  (await service.runtime.store.get(refTo(PayoutEntity, { organizationId: of.organizationId, payoutId })))?.rail;

test('the records of every rail are read, and each payout comes back on its own: none is sent twice', async () => {
  const since = service.clock.now;
  const backup = await takeBackup(service.runtime.store);
  service.clock.advance(1_000);
  const onFirst = await addPayout(service, of);
  isFirstOpen = false;
  const onSecond = await addPayout(service, of, { serial: 1 });
  await settle(service);
  await restoreBackup(service.runtime.store, backup);
  service.hints.take();
  // What serves the corridor now decides nothing about what was sent.
  isFirstOpen = true;
  expect(await check(since, false)).toEqual([
    expect.stringContaining(`${onFirst.payoutId}: the rail has it`),
    expect.stringContaining(`${onSecond.payoutId}: the rail has it`),
  ]);
  expect(await check(since, true)).toEqual([]);
  expect(await storedRail(onFirst.payoutId)).toBe('first');
  expect(await storedRail(onSecond.payoutId)).toBe('second');
  await settle(service);
  const payments = [first, second].map((rail) => [...(rail?.payments ?? [])]);
  expect(payments).toEqual([[[onFirst.payoutId, 1]], [[onSecond.payoutId, 1]]]);
});

test('a record on another rail than the table names is for a person: it is not settled', async () => {
  const since = service.clock.now;
  const { payoutId } = await addPayout(service, of);
  await settle(service);
  const [entry] = [...(first?.received.values() ?? [])];
  if (!entry) throw new Error('the first rail received nothing');
  first?.received.clear();
  second?.received.set(payoutId, entry);
  expect(await check(since, true)).toEqual(
    expect.arrayContaining([
      `${of.organizationId}: ${payoutId}: the rail second has it, and the table has it on first; ask the rail, adjust, then resume`,
    ]),
  );
});

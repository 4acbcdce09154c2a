import { beforeEach, describe, expect, test } from 'vitest';
import { createStore } from '../../../../../shared/ground/table/create-store.ts';
import { refTo } from '../../../../../shared/ground/table/expressions.ts';
import type { Store } from '../../../../../shared/ground/table/store.ts';
import { checkRailPage } from '../../../../../shared/ports/check-rail-page.ts';
import type { PayoutInstruction, PayoutRail, RailRecord } from '../../../../../shared/ports/payout-rail.ts';
import { RailRecordEntity } from '../../../../../shared/providers/records/rail-record.ts';
import { sandboxCorridors } from '../../../../../shared/providers/sandbox/corridors/catalog.ts';
import { listPayoutScenarios } from '../../../../../shared/providers/sandbox/payouts/list-payout-scenarios.ts';
import { rememberingRail } from '../../../../../shared/providers/sandbox/payouts/remembering-rail.ts';
import { sandboxRail } from '../../../../../shared/providers/sandbox/payouts/simulator.ts';
import { createTestTable } from '../../../../support/dynamodb.ts';

const now = Date.UTC(2026, 0, 5);
const [scenario] = listPayoutScenarios(sandboxCorridors);

let memory: Store;
let rail: PayoutRail;

beforeEach(async () => {
  memory = createStore(await createTestTable());
  rail = rememberingRail(memory);
});

function instruction(key = 'po_1', change: Partial<PayoutInstruction> = {}): PayoutInstruction {
  if (!scenario) throw new Error('no scenario');
  return {
    key,
    corridorId: scenario.corridorId,
    destinationAmount: 92_00n,
    destinationCurrency: scenario.currency,
    recipientName: 'Ana Souza',
    recipientDetails: scenario.recipientDetails,
    acceptedAt: now,
    organizationId: 'org_1',
    memo: 'memo',
    ...change,
  };
}

async function list(sinceMs: number): Promise<RailRecord[]> {
  const records: RailRecord[] = [];
  let page: string | undefined;
  do {
    const found = checkRailPage(await rail.since(sinceMs, now + 10_000, page));
    records.push(...found.records);
    page = found.next;
  } while (page !== undefined);
  return records;
}

describe('a key', () => {
  test('is paid once, and answered as the rail without a memory does', async () => {
    for (const at of [now, now + 1, now + 3_000]) {
      expect(await rail.submit(instruction(), at)).toEqual(await sandboxRail.submit(instruction(), at));
      expect(await rail.status(instruction(), at)).toEqual(await sandboxRail.status(instruction(), at));
    }
    expect(await list(0)).toMatchObject([{ key: 'po_1', receivedAt: now, news: { status: 'completed' } }]);
  });

  test.each([
    ['amount', { destinationAmount: 1n }],
    ['payee', { recipientName: 'Bea Souza' }],
    ['account', { recipientDetails: {} }],
  ] as const)('with another %s is an error: the first instruction counts', async (_, change) => {
    await rail.submit(instruction(), now);
    await expect(rail.submit(instruction('po_1', change), now)).rejects.toThrow('with another payee or amount');
    await expect(rail.status(instruction('po_1', change), now)).rejects.toThrow('with another payee or amount');
    expect(await list(0)).toMatchObject([{ destinationAmount: 92_00n }]);
  });

  test('that it is asked about counts as received: an earlier release may have sent it', async () => {
    expect(await rail.status(instruction(), now)).toEqual(await sandboxRail.status(instruction(), now));
    expect(await list(0)).toMatchObject([{ key: 'po_1' }]);
  });
});

test('payments are listed from a time on, each once, over many pages', async () => {
  const keys = Array.from({ length: 250 }, (_, index) => `po_${index}`);
  for (const [index, key] of keys.entries()) await rail.submit(instruction(key), now + index);
  expect((await list(now)).map(({ key }) => key).sort()).toEqual([...keys].sort());
  expect((await list(now + 249)).map(({ key }) => key)).toEqual(['po_249']);
  expect(await list(now + 250)).toEqual([]);
});

test('a position that no page has named is refused', async () => {
  await expect(rail.since(0, now, 'x')).rejects.toThrow('no page of the rail');
});

test('no name and no account is remembered, and nothing for ever', async () => {
  await rail.submit(instruction(), now);
  const kept = await memory.get(refTo(RailRecordEntity, { key: 'po_1' }));
  const text = JSON.stringify(kept, (_, value) => (typeof value === 'bigint' ? String(value) : value));
  for (const value of [
    'Ana Souza',
    ...Object.values(scenario?.recipientDetails ?? {}).filter(({ length }) => length > 5),
  ]) {
    expect(text).not.toContain(value);
  }
  const daysKept = ((kept?.ttl ?? 0) * 1000 - now) / 86_400_000;
  expect(daysKept).toBeGreaterThan(35);
});

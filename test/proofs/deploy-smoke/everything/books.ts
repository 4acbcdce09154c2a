import assert from 'node:assert/strict';
import type { Sluice } from '../../../../client/src/index.ts';
import type { Organization, PlayedStage } from './played-stage.ts';

type LedgerType = Awaited<ReturnType<Sluice['listBalanceTransactions']>>['data'][number]['type'];

type Feed = Awaited<ReturnType<Sluice['listEvents']>>['data'];

/** @returns the feed of an organization, oldest first, which must have no gap */
export async function readFeed({ sluice }: Organization): Promise<Feed> {
  const { data: events } = await sluice.listEvents({ limit: 500 });
  assert.deepEqual(
    events.map(({ sequence }) => sequence),
    events.map((_, index) => String(index + 1)),
  );
  return events;
}

interface Books {
  readonly available: string;
  /** How many rows of each type the ledger has. */
  readonly rows: Readonly<Partial<Record<LedgerType, number>>>;
}

/** Balance and ledger must be as expected and agree, and the operation that checks books must find them sound. */
export async function expectBooks(stage: PlayedStage, organization: Organization, expected: Books): Promise<void> {
  const { sluice } = organization;
  const rows: { type: LedgerType; balanceAfter: string }[] = [];
  for await (const row of sluice.listBalanceTransactions({ limit: 100 })) rows.push(row);
  const counted = Object.entries(Object.groupBy(rows, ({ type }) => type)).map(([type, of]) => [type, of.length]);
  assert.deepEqual(Object.fromEntries(counted), expected.rows);
  assert.equal((await sluice.getBalance()).available, expected.available);
  if (rows[0]) assert.equal(rows[0].balanceAfter, expected.available);
  assert.deepEqual(await stage.findingsOf(organization), []);
}

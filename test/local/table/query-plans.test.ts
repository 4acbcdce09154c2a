import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { IndexName } from '../../../local/table/keys.ts';
import { SqliteFile } from '../../../local/table/sqlite/sqlite-file.ts';
import { SqliteStorage } from '../../../local/table/sqlite/sqlite-storage.ts';
import type { Range } from '../../../local/table/storage/storage.ts';

let directory: string;
let file: SqliteFile;
let storage: SqliteStorage;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'sluice-plans-'));
  file = new SqliteFile(join(directory, 'table.sqlite'));
  storage = new SqliteStorage(file, 'sluice');
  // Without items, a walk would end before it has prepared its statement.
  const item = { pk: 'p', sk: 's', dueShard: 'p', dueSlot: 1, retriedOf: 'p', lastAttemptAt: 1, ttl: 1 };
  for (const sk of ['1', '2', '3']) storage.set({ pk: 'p', sk }, { ...item, sk });
  file.commit();
});
afterAll(() => {
  file.close();
  rmSync(directory, { recursive: true });
});

/** How SQLite goes about each statement that some work runs. */
function plansOf(work: () => unknown): string[] {
  const statement = vi.spyOn(file, 'statement');
  work();
  const texts = statement.mock.calls.map(([sql]) => sql);
  statement.mockRestore();
  const isRead = (sql: string) => /^(SELECT|DELETE)/.test(sql);
  const plans = texts.filter(isRead).map((sql) => {
    const nothing = Array.from(sql.matchAll(/\?/g), () => null);
    const steps = file.statement(`EXPLAIN QUERY PLAN ${sql}`).all(...nothing);
    return steps.map(({ detail }) => detail).join('; ');
  });
  expect(plans.length).toBeGreaterThan(0);
  return plans;
}

interface Keys {
  readonly index?: IndexName;
  readonly partitionKey: string;
  readonly sortKey: string;
  /** What is compared with a position, as one row value. */
  readonly row: string;
  readonly using: string;
}

const keys: Keys[] = [
  { partitionKey: 'pk', sortKey: 'sk', row: 'sk', using: 'PRIMARY KEY' },
  {
    index: 'due',
    partitionKey: 'dueShard',
    sortKey: 'dueSlot',
    row: '(dueSlot,pk,sk)',
    using: 'COVERING INDEX due',
  },
  {
    index: 'retried',
    partitionKey: 'retriedOf',
    sortKey: 'lastAttemptAt',
    row: '(lastAttemptAt,pk,sk)',
    using: 'INDEX retried',
  },
];

const ranges = keys.flatMap((one) => {
  const bound = one.index ? 1 : '1';
  const after = { pk: 'p', sk: '1', [one.partitionKey]: 'p', [one.sortKey]: bound };
  return [true, false].flatMap((isForward) =>
    [undefined, bound].flatMap((from) =>
      [undefined, bound].flatMap((to) =>
        [undefined, after].map((position) => ({ ...one, isForward, from, to, after: position })),
      ),
    ),
  );
});

test.each(ranges)(
  'a range of $index is searched from its first item to its last: $from to $to, behind $after, $isForward',
  (range) => {
    const { index, row, using, partitionKey, sortKey, from, to, after, isForward } = range;
    const position = index ? '(?,?,?)' : '?';
    // Of an index, a range begins behind NULL at the latest.
    const lower = after && isForward ? [`${row}>${position}`] : from !== undefined || index ? [`${sortKey}>?`] : [];
    const upper = after && !isForward ? [`${row}<${position}`] : to !== undefined ? [`${sortKey}<?`] : [];
    const searched = ['ofTable=?', `${partitionKey}=?`, ...lower, ...upper].join(' AND ');

    const plans = plansOf(() => [...storage.walk({ ...range, partition: 'p' } as Range)]);

    expect(plans).toEqual([`SEARCH items USING ${using} (${searched})`]);
  },
);

test.each<[string, () => unknown, string]>([
  ['an item', () => storage.get({ pk: 'p', sk: '1' }), 'items USING PRIMARY KEY (ofTable=? AND pk=? AND sk=?)'],
  ['all items', () => [...storage.scan()], 'items USING PRIMARY KEY (ofTable=?)'],
  [
    'all items behind a key',
    () => [...storage.scan({ pk: 'p', sk: '1' })],
    'items USING PRIMARY KEY (ofTable=? AND (pk,sk)>(?,?))',
  ],
  ['expired items', () => storage.expired(0, 500), 'items USING INDEX expiry (ofTable=? AND ttl>? AND ttl<?)'],
  ['a token', () => storage.tokenUse('t'), 'tokens USING PRIMARY KEY (ofTable=? AND token=?)'],
  ['old tokens', () => storage.forgetTokens(0), 'tokens USING INDEX usedTokens (ofTable=? AND usedAt<?)'],
  ['any item of a table', () => file.has('sluice'), 'items USING PRIMARY KEY (ofTable=?)'],
])('SQLite searches %s by a key', (_, work, plan) => {
  expect(plansOf(work)).toEqual([`SEARCH ${plan}`]);
  file.rollback();
});

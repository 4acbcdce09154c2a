import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Input, Output } from '../../../local/table/call.ts';
import { openEmbeddedDatabase } from '../../../local/table/embedded-database.ts';
import type { Item } from '../../../local/table/item.ts';
import { testDirectory } from '../../support/embedded-database.ts';
import { counterKey, writtenTable as TableName, transactionOf } from '../table/numbered-transactions.ts';

const writer = join(import.meta.dirname, '..', 'table', 'endless-writer.ts');
/** KILL_ROUNDS=500 plays more. */
const rounds = Number(process.env.KILL_ROUNDS ?? 25);
/** A commit takes half a millisecond, and a checkpoint a few: kills are spread over twice as much. */
const spreadMs = 6;
const leastAnswers = 3;

type Opened = Awaited<ReturnType<typeof openEmbeddedDatabase>>;

/** Starts a writer, and kills it a while after its first answers. @returns the numbers that were answered */
async function writeUntilKilled(directory: string, from: number, afterMs: number): Promise<number[]> {
  const child = spawn(process.execPath, [writer, directory, String(from)], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  let killing = false;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    if (killing || output.split('\n').length <= leastAnswers) return;
    killing = true;
    for (const until = performance.now() + afterMs; performance.now() < until; );
    child.kill('SIGKILL');
  });
  const [code, signal] = await once(child, 'close');
  expect([code, signal]).toEqual([null, 'SIGKILL']);
  const whole = output.slice(0, output.lastIndexOf('\n') + 1);
  return whole.split('\n').filter(Boolean).map(Number);
}

async function readAll({ perform }: { perform: Opened['perform'] }, query: Input): Promise<Item[]> {
  const items: Item[] = [];
  let ExclusiveStartKey: unknown;
  do {
    const page: Output = await perform({
      name: 'Query',
      input: { TableName, ...query, ...(ExclusiveStartKey !== undefined && { ExclusiveStartKey }) },
    });
    items.push(...page.Items);
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey !== undefined);
  return items;
}

/** Opens a copy of what the killed process left. The next one finds its log as it was. */
async function openCopy(directory: string) {
  const copy = join(testDirectory(), 'copy');
  execFileSync('cp', ['-r', directory, copy]);
  const failures: string[] = [];
  const database = await openEmbeddedDatabase({
    directory: copy,
    keyId: 'test',
    onFailure: (message) => failures.push(message),
  });
  await database.openTable(TableName);
  return { database, failures };
}

const timeout = 20_000 + rounds * 10_000;

test('a process killed at any moment of a commit loses nothing that it answered', { timeout }, async () => {
  const directory = testDirectory();
  const answered = new Set<number>();
  let next = 1;
  for (let round = 0; round < rounds; round++) {
    const numbers = await writeUntilKilled(directory, next, (round / rounds) * spreadMs);
    for (const number of numbers) answered.add(number);

    const { database, failures } = await openCopy(directory);
    const perform = database.perform.bind(database);
    expect(database.check()).toEqual([]);
    const partition = (pk: string) => ({
      KeyConditionExpression: 'pk = :p',
      ExpressionAttributeValues: { ':p': pk },
    });
    const numbersOf = (items: readonly Item[]) => items.map(({ sk }) => Number(sk));
    const left = numbersOf(await readAll({ perform }, partition('left')));
    const right = numbersOf(await readAll({ perform }, partition('right')));
    const all = { KeyConditionExpression: 'dueShard = :p', ExpressionAttributeValues: { ':p': 'all' } };
    const due = numbersOf(await readAll({ perform }, { IndexName: 'due', ...all }));
    const { Item: counter } = await perform({ name: 'Get', input: { TableName, Key: counterKey } });
    // Each transaction is there as a whole or not at all.
    expect(right).toEqual(left);
    expect(due).toEqual(left);
    expect(counter?.n).toBe(left.length);
    const there = new Set(left);
    expect([...answered].filter((number) => !there.has(number))).toEqual([]);
    // Whatever was done once is not done again under its token, answered or not.
    for (const number of left.slice(-20)) expect(await perform(transactionOf(number))).toEqual({});
    expect((await perform({ name: 'Get', input: { TableName, Key: counterKey } })).Item).toEqual(counter);
    next = Math.max(...left) + 1;
    await database.stop();
    expect(failures).toEqual([]);
  }
  expect(answered.size).toBeGreaterThan(rounds * leastAnswers);
});

import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Sluice } from '../../../client/src/index.ts';
import { startTestStack } from '../../support/stack.ts';
import { createDataDirectory, expectFailure, pidOn, startReadyStackOn, startStackOn } from './disk-under-test.ts';

/** What a stack kept that was stopped in order, and what one left that was killed. */
let stopped: string;
let killed: string;
beforeAll(async () => {
  [stopped, killed] = ['stopped', 'killed'].map((name) => mkdtempSync(join(tmpdir(), `sluice-${name}-`))) as [
    string,
    string,
  ];
  const stack = await startTestStack({ dataDirectory: stopped });
  await new Sluice(stack).fundSandbox({ amount: '10.00' });
  await stack.stop();
  cpSync(stopped, killed, { recursive: true });
  const again = await startTestStack({ dataDirectory: killed });
  await new Sluice(again).fundSandbox({ amount: '5.00' });
  await again.kill9();
});
afterAll(() => {
  for (const directory of [stopped, killed]) rmSync(directory, { recursive: true, force: true });
});

function copyOf(kept: string): string {
  const directory = join(createDataDirectory(), 'data');
  cpSync(kept, directory, { recursive: true });
  return directory;
}

const fileIn = (directory: string) => join(directory, 'table', 'sluice.sqlite');
/** A way out that names the stack: `npm start -- --data DIR …`, with the directory for DIR. */
const beginAnew = 'npm start -- --data DIR --fresh';
const elsewhere = 'another directory with --data DIR';

function writeOver(file: string, content: Buffer, at = 0): void {
  const bytes = readFileSync(file);
  content.copy(bytes, at);
  writeFileSync(file, bytes);
}

function rootPage(directory: string, name: string): number {
  const database = new DatabaseSync(fileIn(directory));
  const row = database.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(name);
  database.close();
  return Number(row?.rootpage);
}

const pageBytes = 4096;
const garbage = Buffer.alloc(pageBytes, 0xa5);

describe('data that cannot be used ends the start with a sentence and a way out', () => {
  test.each<[string, () => string, (directory: string) => void, string, string]>([
    [
      'a header of garbage',
      () => stopped,
      (directory) => writeOver(fileIn(directory), garbage.subarray(0, 100)),
      'is damaged: file is not a database',
      beginAnew,
    ],
    [
      'items of garbage',
      () => stopped,
      (directory) => writeOver(fileIn(directory), garbage, (rootPage(directory, 'items') - 1) * pageBytes),
      'is damaged: database disk image is malformed',
      beginAnew,
    ],
    [
      'an index of garbage',
      () => stopped,
      (directory) => writeOver(fileIn(directory), garbage, (rootPage(directory, 'due') - 1) * pageBytes),
      'is damaged: database disk image is malformed',
      beginAnew,
    ],
    [
      'the file of another program',
      () => stopped,
      (directory) => {
        rmSync(fileIn(directory));
        const foreign = new DatabaseSync(fileIn(directory));
        foreign.exec('CREATE TABLE theirs (a)');
        foreign.close();
      },
      'is a database of another program',
      elsewhere,
    ],
    [
      'the file of another release',
      () => stopped,
      (directory) => {
        const other = new DatabaseSync(fileIn(directory));
        other.exec('PRAGMA user_version = 7');
        other.close();
      },
      'was made by another release',
      beginAnew,
    ],
    ['a log without its file', () => killed, (directory) => rmSync(fileIn(directory)), 'its log', beginAnew],
    [
      'the data of DynamoDB Local',
      () => stopped,
      (directory) => {
        rmSync(join(directory, 'table'), { recursive: true });
        mkdirSync(join(directory, 'dynamodb'));
        writeFileSync(join(directory, 'dynamodb', 'shared-local-instance.db'), '');
      },
      'contains data of DynamoDB Local',
      beginAnew,
    ],
    [
      'a file in the place of the directory',
      () => stopped,
      (directory) => {
        rmSync(directory, { recursive: true });
        writeFileSync(directory, '');
      },
      'cannot be used: it is not a directory.',
      elsewhere,
    ],
  ])('%s', async (_, kept, spoil, message, wayOut) => {
    const directory = copyOf(kept());
    spoil(directory);
    await expectFailure(
      startStackOn(directory),
      message,
      wayOut === beginAnew ? wayOut.replace('DIR', directory) : wayOut,
    );
  });

  test('data that another stack uses, with the process that uses it', async () => {
    const directory = copyOf(stopped);
    await startReadyStackOn(directory);
    const message = `Another Sluice (process ${pidOn(directory)}) uses this data directory.`;
    await expectFailure(startStackOn(directory), message, 'or choose another with --data DIR.');
  });

  test('data that another stack uses, though its lock was deleted', async () => {
    const directory = copyOf(stopped);
    await startReadyStackOn(directory);
    rmSync(join(directory, 'lock'));
    await expectFailure(startStackOn(directory), `Another process uses ${fileIn(directory)}`, elsewhere);
  });
});

test('--fresh makes all of it usable again', async () => {
  const directory = copyOf(killed);
  rmSync(fileIn(directory));
  const { quickstart } = await startReadyStackOn(directory, '--fresh');
  expect(await new Sluice(quickstart).getBalance()).toMatchObject({ available: '0.00' });
});

test('a log that was cut short leaves the last whole commit', async () => {
  const directory = copyOf(killed);
  truncateSync(`${fileIn(directory)}-wal`, 20_000);
  const { quickstart } = await startReadyStackOn(directory);
  expect(['10.00', '15.00']).toContain((await new Sluice(quickstart).getBalance()).available);
});

describe('while the stack runs', () => {
  test.each([
    ['file', ''],
    ['log', '-wal'],
  ])('a deleted %s ends it within two seconds', async (_, suffix) => {
    const directory = copyOf(stopped);
    const { stack } = await startReadyStackOn(directory);
    const deletedAt = Date.now();
    rmSync(fileIn(directory) + suffix);
    await expectFailure(
      stack,
      'was deleted or replaced while it was open',
      `Start again: npm start -- --data ${directory}\n`,
    );
    // The process needs a moment to end on a busy machine.
    expect(Date.now() - deletedAt).toBeLessThan(3_000);
  });

  test('a damaged page is reported by the check of the operators', async () => {
    const directory = copyOf(stopped);
    // The list of retried deliveries is empty, and nobody reads it.
    const page = rootPage(directory, 'retried');
    const { quickstart } = await startReadyStackOn(directory);
    const check = () => {
      const args = ['operator/main.ts', 'check', quickstart.organizationId, '--data', directory];
      try {
        return { code: 0, output: execFileSync(process.execPath, args, { encoding: 'utf8' }) };
      } catch (error) {
        const { status, stdout } = error as { status: number; stdout: string };
        return { code: status, output: stdout };
      }
    };
    expect(check()).toEqual({ code: 0, output: 'sound\n' });
    const overwrite = ['if=/dev/zero', `of=${fileIn(directory)}`, 'bs=4096', `seek=${page - 1}`, 'count=1'];
    execFileSync('dd', [...overwrite, 'conv=notrunc'], { stdio: 'ignore' });
    const { code, output } = check();
    expect(output).toContain(`${fileIn(directory)} is damaged: `);
    expect(code).toBe(1);
  });
});

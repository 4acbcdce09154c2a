import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { UsageError } from '../src/input/fault.ts';
import { openOutput } from '../src/output/output-file.ts';
import type { OutputTerms } from '../src/output/output-terms.ts';
import { temporaryFolder } from './support/run-cli.ts';

const terms: OutputTerms = { head: 'head\n', bytes: 2_000, pause: (ms) => sleep(ms), onWait: () => {} };
const content = 'head\nbody\n';

async function write(path: string, more: Partial<OutputTerms> = {}): Promise<void> {
  await using file = await openOutput(path, { ...terms, ...more });
  await file.write(content);
}

/** 70 characters, of three bytes each. */
const long = '報'.repeat(70);

describe('a file of its own', () => {
  test.each(['out.csv', `${long}.csv`, 'x'.repeat(255)])(
    '%s is replaced as a whole, and is its owner’s',
    async (name) => {
      const folder = temporaryFolder();
      const path = join(folder, name);
      await write(path);
      writeFileSync(path, 'old');
      chmodSync(path, 0o644);
      const { ino } = statSync(path);
      await write(path);
      expect(readFileSync(path, 'utf8')).toBe(content);
      expect(statSync(path).mode & 0o077).toBe(0);
      expect(statSync(path).ino).not.toBe(ino);
      expect(readdirSync(folder)).toEqual([name]);
    },
  );

  test('is as it was until it is written', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'out.csv');
    writeFileSync(path, 'old');
    await (await openOutput(path, terms))[Symbol.asyncDispose]();
    expect(readFileSync(path, 'utf8')).toBe('old');
    expect(readdirSync(folder)).toEqual(['out.csv']);
  });
});

describe('before anything is done it is said that results cannot be', () => {
  const folder = temporaryFolderOfTests();

  test.each([
    ['a folder', () => folder()],
    ['a folder by its last character', () => `${folder()}/new/`],
    ['in no folder', () => join(folder(), 'no', 'out.csv')],
    ['below a file', () => join(file(folder()), 'out.csv')],
    ['a name that is too long', () => join(folder(), 'x'.repeat(256))],
    ['a path that is too long', () => join(folder(), 'x/'.repeat(5_000), 'out')],
    ['a link that leads to itself', () => linked(folder(), 'self', 'self')],
    ['a link into no folder', () => linked(folder(), 'link', 'no/out.csv')],
    ['a link to a folder', () => linked(folder(), 'link', '.')],
    ['no name', () => ''],
    ['a device that is full', () => '/dev/full'],
    ['a link to a device that is full', () => linked(folder(), 'full', '/dev/full')],
  ])('%s', async (_, path) => {
    const place = path();
    await expect(openOutput(place, terms)).rejects.toThrow(UsageError);
    await expect(openOutput(place, terms)).rejects.toThrow(/cannot be written: .*--out/);
  });

  test.each(['itself', 'a symbolic link', 'another name of it'])('a file that is read, by %s', async (by) => {
    const read = file(folder());
    const path = by === 'itself' ? read : join(folder(), by);
    if (by === 'a symbolic link') symlinkSync(read, path);
    if (by === 'another name of it') linkSync(read, path);
    await expect(openOutput(path, { ...terms, sources: [join(folder(), 'none'), read] })).rejects.toThrow(
      '--out must not be',
    );
    expect(readFileSync(read, 'utf8')).toBe('old');
  });

  test('on a disk that has no room for them', () => {
    const path = join(folder(), 'out.csv');
    const script = `
      import { openOutput } from '${join(import.meta.dirname, '../src/output/output-file.ts')}';
      const terms = { head: '', bytes: 3_000_000, pause: async () => {}, onWait: () => {} };
      await openOutput(${JSON.stringify(path)}, terms).catch((error) => console.log(error.name, error.message));`;
    // The shell bounds files to 512 blocks, as a quota would.
    const out = execFileSync('sh', [
      '-c',
      'ulimit -f 512; exec "$0" "$@"',
      process.execPath,
      '--input-type=module',
      '-e',
      script,
    ]);
    expect(String(out)).toMatch(
      /UsageError .*out\.csv cannot be written: EFBIG, there is not enough room for 3000000 bytes/,
    );
    expect(readdirSync(folder())).toEqual([]);
  });
});

describe('written through, and never replaced, is', () => {
  test.each(['/dev/null'])('%s', async (device) => {
    const { rdev } = lstatSync(device);
    await write(device);
    expect(lstatSync(device).isCharacterDevice()).toBe(true);
    expect(lstatSync(device).rdev).toBe(rdev);
  });

  test('a link to a device', async () => {
    const path = linked(temporaryFolder(), 'null', '/dev/null');
    await write(path);
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    expect(lstatSync('/dev/null').isCharacterDevice()).toBe(true);
  });

  test.each([
    ['a link to a file', true],
    ['a link to what is not there yet', false],
  ])('%s', async (_, exists) => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'elsewhere'));
    const target = join(folder, 'elsewhere', 'real.csv');
    if (exists) writeFileSync(target, 'an older and longer content');
    const path = linked(folder, 'link', 'elsewhere/real.csv');
    await write(path);
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    expect(readFileSync(target, 'utf8')).toBe(content);
    expect(readdirSync(join(folder, 'elsewhere'))).toEqual(['real.csv']);
  });

  test('a file under two names', async () => {
    const folder = temporaryFolder();
    const one = file(folder);
    const other = join(folder, 'other');
    linkSync(one, other);
    await write(one);
    expect(readFileSync(other, 'utf8')).toBe(content);
  });
});

describe('a FIFO is written through', () => {
  test('and its reader may come late', async () => {
    const fifo = fifoIn(temporaryFolder());
    let waits = 0;
    const written = write(fifo, { onWait: () => (waits += 1) });
    await sleep(150);
    const reader = spawn('cat', [fifo]);
    let read = '';
    reader.stdout.on('data', (text) => (read += text));
    await Promise.all([written, once(reader, 'close')]);
    expect(read).toBe(content);
    expect(waits).toBe(1);
    expect(lstatSync(fifo).isFIFO()).toBe(true);
  });

  test('with more than it holds at once', async () => {
    const fifo = fifoIn(temporaryFolder());
    const slow = spawn('sh', ['-c', '(sleep 0.3; wc -c) < "$0"', fifo]);
    let counted = '';
    slow.stdout.on('data', (text) => (counted += text));
    const closed = once(slow, 'close');
    await using output = await openOutput(fifo, { ...terms, head: '' });
    await output.write('x'.repeat(1_000_000));
    await output[Symbol.asyncDispose]();
    await closed;
    expect(Number(counted)).toBe(1_000_000);
  });

  test('until its reader has read enough, which is no error', async () => {
    const fifo = fifoIn(temporaryFolder());
    const reader = spawn('head', ['-c', '1', fifo]);
    await using output = await openOutput(fifo, terms);
    await once(reader, 'close');
    await expect(output.write(content + 'x'.repeat(1_000_000))).resolves.toBeUndefined();
  });

  test('once somebody reads it, unless the command is stopped before', async () => {
    const stopped = new AbortController();
    const pause = (ms: number) => sleep(ms, undefined, { signal: stopped.signal });
    const waiting = openOutput(fifoIn(temporaryFolder()), { ...terms, pause });
    setTimeout(() => stopped.abort(130), 200);
    await expect(waiting).rejects.toThrow('aborted');
  });
});

/** A folder for each test of a group. */
function temporaryFolderOfTests(): () => string {
  let folder = '';
  return () => {
    if (!existsSync(folder)) folder = temporaryFolder();
    return folder;
  };
}

function file(folder: string): string {
  const path = join(folder, 'file');
  writeFileSync(path, 'old');
  return path;
}

function linked(folder: string, name: string, target: string): string {
  const path = join(folder, name);
  symlinkSync(target, path);
  return path;
}

function fifoIn(folder: string): string {
  const path = join(folder, 'fifo');
  execFileSync('mkfifo', [path]);
  return path;
}

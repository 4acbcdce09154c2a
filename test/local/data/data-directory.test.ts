import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type DataDirectory, openDataDirectory } from '../../../local/data/data-directory.ts';

let parent: string;
let directory: string;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'sluice-'));
  directory = join(parent, 'data');
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

const open = (fresh = false) => openDataDirectory({ directory, fresh });
const keptBy = ({ secrets }: DataDirectory) => [secrets.sealingKeys, secrets.databaseKeyId];
const mode = (path: string) => statSync(path).mode & 0o777;

/** Other systems tell neither when a process started nor whether it was reaped. */
const onLinux = process.platform === 'linux';

/** A process that has ended under a parent that reaps nobody. @returns its pid */
async function startZombie(): Promise<number> {
  const parent = spawn('sh', ['-c', 'sleep 0.05 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void parent.kill());
  const [pid] = (await once(parent.stdout, 'data')).map(Number) as [number];
  await expect.poll(() => readFileSync(`/proc/${pid}/stat`, 'utf8')).toMatch(/^\d+ \(.*\) Z /);
  return pid;
}

/** A lock as another process of this machine would have left it. */
function lockText(pid: number): string {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return `${pid} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}\n`;
}

describe('data directory', () => {
  test('directory and secrets are for their owner alone', () => {
    open().release();
    expect(mode(directory)).toBe(0o700);
    expect(mode(join(directory, 'secrets.json'))).toBe(0o600);
  });

  test('secrets are made once and kept', () => {
    const first = open();
    first.release();
    const second = open();
    second.release();
    expect(first.secrets.sealingKeys).toEqual([{ id: '', key: expect.any(Buffer) }]);
    expect(keptBy(second)).toEqual(keptBy(first));
  });

  test('a new sealing key is kept beside those before it', () => {
    const first = open();
    const [oldest] = first.secrets.sealingKeys;
    const ids = [first.secrets.addSealingKey(), first.secrets.addSealingKey()];
    first.release();
    const second = open();
    second.release();
    expect(keptBy(second)).toEqual(keptBy(first));
    expect(second.secrets.sealingKeys.map(({ id }) => id)).toEqual([ids[1], ids[0], '']);
    expect(second.secrets.sealingKeys.at(-1)).toEqual(oldest);
    expect(mode(join(directory, 'secrets.json'))).toBe(0o600);
  });

  test('fresh deletes what the stack made and nothing else', () => {
    const first = open();
    first.release();
    writeFileSync(join(directory, 'quickstart.json'), '{}');
    writeFileSync(join(first.database, 'rows.db'), '');
    writeFileSync(join(directory, 'notes.txt'), 'mine');
    const fresh = open(true);
    fresh.release();
    expect(keptBy(fresh)).not.toEqual(keptBy(first));
    expect(existsSync(join(directory, 'quickstart.json'))).toBe(false);
    expect(readdirSync(fresh.database)).toEqual([]);
    expect(readFileSync(join(directory, 'notes.txt'), 'utf8')).toBe('mine');
  });

  test('a second stack is refused with the process that holds the directory', () => {
    const held = open();
    expect(() => open()).toThrow(`Another Sluice (process ${process.pid})`);
    held.release();
    open().release();
  });

  test('fresh does not get past the lock', () => {
    const held = open();
    expect(() => open(true)).toThrow('Another Sluice');
    expect(existsSync(join(directory, 'secrets.json'))).toBe(true);
    held.release();
  });

  test('the lock of a process that is gone is taken over', async () => {
    open().release();
    const child = spawn('true');
    const { pid = 0 } = child;
    await once(child, 'exit');
    writeFileSync(join(directory, 'lock'), `${pid} 1\n`);
    open().release();
    expect(existsSync(join(directory, 'lock'))).toBe(false);
  });

  test.runIf(onLinux)('a lock whose pid belongs to a later process is taken over', () => {
    open().release();
    writeFileSync(join(directory, 'lock'), lockText(process.ppid));
    expect(() => open()).toThrow(`process ${process.ppid}`);
    writeFileSync(join(directory, 'lock'), `${process.ppid} 1\n`);
    open().release();
  });

  test.runIf(onLinux)('the lock of a process that is dead but not reaped is taken over', async () => {
    open().release();
    const pid = await startZombie();
    writeFileSync(join(directory, 'lock'), lockText(pid));
    open().release();
    expect(existsSync(join(directory, 'lock'))).toBe(false);
  });

  test.each(['', 'table', 'mails'])('a file in the place of the directory or of its folder "%s" is named', (name) => {
    if (name !== '') mkdirSync(directory);
    const path = join(directory, name);
    writeFileSync(path, '');
    expect(() => open()).toThrow(
      `The data directory ${path} cannot be used: it is not a directory. Choose another directory with --data DIR.`,
    );
  });
});

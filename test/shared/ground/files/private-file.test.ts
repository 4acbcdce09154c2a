import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { readPrivateFile } from '../../../../shared/ground/files/private-file.ts';
import { readWhileSwapped } from '../../../support/swapping-file.ts';

const mostBytes = 100;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-private-'));
  return () => rmSync(folder, { recursive: true });
});

const read = (file: string) => readPrivateFile(file, mostBytes);

function secret(text: string, mode = 0o600): string {
  const file = join(folder, 'secret');
  writeFileSync(file, text);
  chmodSync(file, mode);
  return file;
}

describe('a private file', () => {
  test.each([0o600, 0o400])('with the mode %o is read whole, up to as many bytes as it may have', (mode) => {
    const text = 'x'.repeat(mostBytes);
    expect(read(secret(text, mode))).toEqual({ text });
  });

  test('with one byte more is refused, also where its size does not tell', () => {
    expect(read(secret('x'.repeat(mostBytes + 1)))).toEqual({ fault: 'has more than 100 bytes' });
    const sparse = secret('');
    truncateSync(sparse, 2 ** 40);
    expect(read(sparse)).toEqual({ fault: 'has more than 100 bytes' });
  });

  test.each([0o640, 0o604, 0o660, 0o601])('with the mode %o is refused', (mode) => {
    const file = secret('key', mode);
    expect(read(file)).toEqual({ fault: `can be read by others. Run: chmod 600 ${file}` });
  });

  test('of another user is refused', () => {
    const file = secret('key');
    const user = process.geteuid?.() ?? 0;
    vi.spyOn(process, 'geteuid').mockReturnValue(user + 1);
    onTestFinished(() => void vi.restoreAllMocks());
    expect(read(file)).toEqual({ fault: 'belongs to another user' });
  });

  test('that is not there is missing', () => {
    const missing = { fault: 'does not exist', isMissing: true };
    expect(read(join(folder, 'none'))).toEqual(missing);
    expect(read(join(secret('key'), 'below'))).toEqual(missing);
  });

  test('is not reached through a link', () => {
    const link = join(folder, 'link');
    symlinkSync(secret('key'), link);
    expect(read(link)).toEqual({ fault: 'is a link: name the file itself' });
  });
});

describe('what is no file', () => {
  const notText = { fault: 'is not a file with text' };

  test('is refused at once, be it a pipe that nobody writes to, a device, a socket or a folder', async () => {
    const [pipe, socket, inner] = ['pipe', 'socket', 'inner'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    execFileSync('mkfifo', ['-m', '600', pipe]);
    mkdirSync(inner, { mode: 0o700 });
    const server = createServer().listen(socket);
    await new Promise((resolve) => server.once('listening', resolve));
    onTestFinished(() => void server.close());
    for (const path of [pipe, '/dev/zero', '/dev/tty', socket, inner]) expect(read(path), path).toEqual(notText);
  });
});

test('what was examined is what is read, although somebody keeps putting another file in its place', async () => {
  const file = join(folder, 'secret');
  // Both were met, and only the text of the private one was taken.
  expect(await readWhileSwapped(file, () => read(file).text)).toEqual(new Set(['mine', undefined]));
});

import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const kinds = ['package.json', 'local/start.mjs', 'local/main.ts', 'README.md', '.ci/run', '.gitattributes'];

test.each([
  ['true', 'crlf'],
  ['true', 'native'],
  ['false', 'crlf'],
])('a clone keeps the line ends where Git has autocrlf=%s and eol=%s, as on Windows', (autocrlf, eol) => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-lines-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', `core.autocrlf=${autocrlf}`, '-c', `core.eol=${eol}`, '-C', folder, ...args], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  git('init', '--quiet');
  for (const file of kinds) cpSync(join(root, file), join(folder, file));

  git('add', '.');
  for (const file of kinds) rmSync(join(folder, file));
  git('checkout', '--', '.');

  for (const file of kinds)
    expect(readFileSync(join(folder, file)).equals(readFileSync(join(root, file))), file).toBe(true);
});

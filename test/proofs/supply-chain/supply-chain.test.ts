import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { askForAdvisories, readAdvisories } from './advisories.ts';
import { bundledPackages, deployedPart, listPackages, missingFrom } from './bill-of-materials.ts';
import { faultsOfLicences } from './licences.ts';
import { faultsOfLockfile, isDeployed, type Lockfile } from './lockfile.ts';
import { faultsOfFindings, filesToScan, plantSecrets } from './secrets.ts';

const root = join(import.meta.dirname, '../../..');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const lockfile: Lockfile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const packages = await listPackages(root);

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-supply-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

describe('the lockfile', () => {
  const zod = 'node_modules/zod';
  const changed = (folder: string, entry: object): Lockfile => ({
    packages: { ...lockfile.packages, [folder]: { ...lockfile.packages[folder], ...entry } },
  });

  test('of this project has nothing that is taken on trust', () => {
    expect(faultsOfLockfile(manifest, lockfile)).toEqual([]);
  });

  test.each(['^4.6.7', '~4.6.7', '4', 'latest', 'github:colinhacks/zod', 'file:../zod'])(
    'refuses %s as a version',
    (version) => {
      const faults = faultsOfLockfile(
        { ...manifest, dependencies: { ...manifest.dependencies, zod: version } },
        lockfile,
      );
      expect(faults).toEqual([`package.json: zod is '${version}' and not one version`]);
    },
  );

  test.each([
    [{ integrity: undefined }, 'has no SHA-512 hash'],
    [{ integrity: `sha1-${'A'.repeat(27)}=` }, 'has no SHA-512 hash'],
    [
      { resolved: 'https://packages.example.com/zod-4.6.7.tgz' },
      'comes from https://packages.example.com/zod-4.6.7.tgz',
    ],
    [{ hasInstallScript: true }, 'runs a script when it is installed'],
  ])('refuses a package with %j', (entry, fault) => {
    expect(faultsOfLockfile(manifest, changed(zod, entry))).toEqual([`${zod} ${fault}`]);
  });

  test('takes the address of the public registry', () => {
    const resolved = 'https://registry.npmjs.org/zod/-/zod-4.6.7.tgz';
    expect(faultsOfLockfile(manifest, changed(zod, { resolved }))).toEqual([]);
  });

  test('a bundled package is covered by the one that brings it, and by none that has no hash', () => {
    const bundled = { version: '1.0.0', inBundle: true };
    expect(faultsOfLockfile(manifest, changed('node_modules/zod/node_modules/inner', bundled))).toEqual([]);
    const stray = 'node_modules/stray';
    expect(faultsOfLockfile(manifest, changed(stray, bundled))).toEqual([`${stray} has no SHA-512 hash`]);
  });

  test('a script that is permitted and runs no more is named', () => {
    const [fault] = faultsOfLockfile(manifest, changed('node_modules/esbuild', { hasInstallScript: false }));
    expect(fault).toContain('node_modules/esbuild has no install script any more');
  });
});

describe('advisories', () => {
  const report = (name: string, severity: string) => ({
    auditReportVersion: 2,
    vulnerabilities: { [name]: { severity, range: '<9', nodes: [`node_modules/${name}`] } },
  });

  test('are grave where they are high or critical and the package is deployed', () => {
    expect(isDeployed(lockfile, 'node_modules/zod')).toBe(true);
    expect(isDeployed(lockfile, 'node_modules/vitest')).toBe(false);
    for (const severity of ['high', 'critical']) {
      expect(readAdvisories(report('zod', severity), lockfile).grave).toEqual([`zod <9: ${severity}`]);
      expect(readAdvisories(report('vitest', severity), lockfile)).toEqual({
        grave: [],
        other: [`vitest <9: ${severity}`],
      });
    }
    expect(readAdvisories(report('zod', 'moderate'), lockfile).grave).toEqual([]);
  });

  /** A registry that npm asks instead of its own. */
  async function serveRegistry(answer: RequestListener): Promise<void> {
    const server = createServer(answer).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    onTestFinished(() => {
      server.close();
    });
    vi.stubEnv('npm_config_registry', `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
  }

  test('of a registry are found by npm itself', async () => {
    const advisory = {
      id: 1,
      url: 'https://example.com',
      title: 'made up',
      severity: 'critical',
      vulnerable_versions: '*',
    };
    await serveRegistry((request, response) => {
      const isQuestion = request.method === 'POST' && request.url?.endsWith('/advisories/bulk');
      const version = lockfile.packages['node_modules/lean-qr']?.version ?? '';
      const packument = {
        name: 'lean-qr',
        'dist-tags': { latest: version },
        versions: { [version]: { name: 'lean-qr', version } },
      };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(isQuestion ? { 'lean-qr': [advisory] } : packument));
    });
    expect(await askForAdvisories(root, lockfile)).toEqual({ grave: ['lean-qr *: critical'], other: [] });
  });

  test('that a registry does not give are told to be unknown, with its reason', async () => {
    await serveRegistry((_request, response) => response.writeHead(405).end());
    const { grave, other, unavailable } = await askForAdvisories(root, lockfile);
    expect([grave, other]).toEqual([[], []]);
    expect(unavailable).toContain('405 Method Not Allowed');
  });
});

describe('the bill of materials', () => {
  test('is the same each time, and has what is deployed only', async () => {
    const one = deployedPart(packages);
    expect(JSON.stringify(deployedPart(await listPackages(root)))).toBe(JSON.stringify(one));
    const names = one.components.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['zod', '@aws-sdk/client-dynamodb', '@smithy/core', 'tslib']));
    expect(names).not.toContain('vitest');
    expect(Object.keys(manifest.dependencies).filter((name) => !names.includes(name))).toEqual([]);
  });

  test('a bundle that has a package beyond it is told', async () => {
    const folder = temporaryFolder();
    for (const [path, name] of [
      ['node_modules/a/node_modules/@b/c', '@b/c'],
      ['node_modules/zod', 'zod'],
    ] as const) {
      mkdirSync(join(folder, path), { recursive: true });
      writeFileSync(join(folder, path, 'package.json'), JSON.stringify({ name, version: '4.6.7' }));
    }
    const inputs = {
      'shared/own.ts': {},
      'node_modules/a/node_modules/@b/c/lib/x.js': {},
      '../../else/node_modules/zod/v4/index.js': {},
    };
    const bundled = bundledPackages(folder, { outputs: { 'f.mjs': { inputs } } } as unknown as Metafile);
    expect(bundled.toSorted()).toEqual(['@b/c@4.6.7', 'zod@4.6.7']);
    expect(missingFrom(deployedPart(packages), bundled)).toEqual(['@b/c@4.6.7']);
  });

  test('every licence is on the lists', () => {
    expect(faultsOfLicences(packages)).toEqual([]);
  });

  test.each([
    ['MIT', true, true],
    ['(MIT OR GPL-3.0-or-later)', true, true],
    ['GPL-3.0-only OR AGPL-3.0-only', false, false],
    ['MIT AND Apache-2.0', true, true],
    ['MIT AND GPL-2.0-only', false, false],
    ['MPL-2.0', false, true],
    ['SEE LICENSE IN LICENSE.md', false, false],
    [undefined, false, false],
  ])('%s: deployed %s, used to build %s', (expression, deployed, used) => {
    const development = [{ name: 'cdx:npm:package:development', value: 'true' }];
    const passes = (properties: typeof development) => {
      const one = { 'bom-ref': 'one@1.0.0', name: 'one', version: '1.0.0', properties };
      const component = { ...one, ...(expression !== undefined && { licenses: [{ expression }] }) };
      return faultsOfLicences({ ...packages, components: [component] }).length === 0;
    };
    expect([passes([]), passes(development)]).toEqual([deployed, used]);
  });
});

describe('the scan for secrets', () => {
  test('looks at every file that is not ignored', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'node_modules', 'zod'), { recursive: true });
    mkdirSync(join(folder, 'shared'));
    writeFileSync(join(folder, '.gitignore'), 'node_modules/\n*.log\n');
    for (const name of ['.env', 'shared/a.ts', 'node_modules/zod/index.js', 'out.log'])
      writeFileSync(join(folder, name), '');
    expect(filesToScan(folder).toSorted()).toEqual(['.env', '.gitignore', 'shared/a.ts']);
  });

  test('plants a secret of each kind, none twice', () => {
    const texts = [temporaryFolder(), temporaryFolder()].flatMap((folder) =>
      plantSecrets(folder).map((name) => readFileSync(join(folder, name), 'utf8')),
    );
    expect(texts.length).toBe(12);
    expect(new Set(texts).size).toBe(12);
  });

  test('refuses more of a kind than a file is allowed, and an allowance that is no longer used', () => {
    const allowed = { file: 'a.ts', kind: 'Private Key', count: 1, why: 'a frame' };
    const found = (line: number, kind = 'Private Key') => ({ file: 'a.ts', line, kind });
    expect(faultsOfFindings([found(3)], [allowed])).toEqual([]);
    expect(faultsOfFindings([found(3), found(9)], [allowed])).toEqual(['a.ts: Private Key on line 3, 9']);
    expect(faultsOfFindings([found(3), found(4, 'AWS Access Key')], [allowed])).toEqual([
      'a.ts: AWS Access Key on line 4',
    ]);
    expect(faultsOfFindings([], [allowed])).toEqual(['a.ts: Private Key is exempt more often than it is found']);
  });
});

import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const invented = join(import.meta.dirname, 'new-method');
const folders = ['client', 'contracts', 'docs', 'functions', 'lib', 'local', 'operator', 'scripts', 'shared', 'test'];
const copied = ['package.json', 'tsconfig.json', 'biome.json', 'vitest.config.ts', ...folders];
const list = 'shared/checkout/methods/methods.ts';
const folder = 'shared/checkout/methods/voucher';
const play = 'test/functions/checkout/voucher.test.ts';

let copy: string;
let before: Map<string, string>;

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'sluice-method-'));
  for (const name of copied) cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  before = contents();
  cpSync(join(invented, 'voucher'), join(copy, folder), { recursive: true });
  cpSync(join(invented, 'play.ts'), join(copy, play));
  const added = (before.get(list) ?? '')
    .replace('import { crypto }', "import { voucher } from './voucher/voucher.ts';\nimport { crypto }")
    .replace('= [card, bank, crypto]', '= [card, bank, crypto, voucher]');
  writeFileSync(join(copy, list), added);
  const { status, stderr } = run('scripts/methods.ts');
  expect([status, stderr]).toEqual([0, '']);
}, 120_000);
afterAll(() => rmSync(copy, { recursive: true, force: true }));

function contents(): Map<string, string> {
  const paths = globSync('{shared,lib,functions,scripts}/**/*.{ts,json}', { cwd: copy });
  return new Map(paths.map((path) => [path, readFileSync(join(copy, path), 'utf8')]));
}

function run(...words: string[]) {
  return spawnSync(process.execPath, words, { cwd: copy, encoding: 'utf8' });
}

const bin = (program: string) => join(root, 'node_modules', program);

describe('a fourth payment method, paid in cash at a kiosk', { timeout: 300_000 }, () => {
  test('is one folder, and one line in one list; the other lists are generated', () => {
    const changed = [...contents()].filter(([path, text]) => before.get(path) !== text).map(([path]) => path);
    const generated = ['due', 'refunds'].map((part) => `shared/checkout/every-method/${part}.ts`);
    expect(changed.filter((path) => !path.startsWith(`${folder}/`)).sort()).toEqual([...generated, list].sort());
  });

  test('has the right types', () => {
    const include = ['shared', 'functions', 'client', 'test/support', play];
    writeFileSync(
      join(copy, 'tsconfig.new.json'),
      JSON.stringify({ extends: './tsconfig.json', include, exclude: [] }),
    );
    expect(run(bin('typescript/bin/tsc'), '-p', 'tsconfig.new.json').stdout).toBe('');
  });

  test('is offered, begun, paid and refunded', () => {
    const { status, stdout } = run(bin('vitest/vitest.mjs'), 'run', '--project', 'services', play);
    expect(status, stdout).toBe(0);
    expect(stripVTControlCharacters(stdout)).toMatch(/Tests +8 passed/);
  });
});

import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const folders = ['client', 'contracts', 'docs', 'functions', 'lib', 'local', 'operator', 'scripts', 'shared', 'test'];
const copied = ['package.json', 'tsconfig.json', 'biome.json', 'vitest.config.ts', ...folders];
const list = 'shared/providers/providers.ts';

let copy: string;
let before: Map<string, string>;

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'sluice-provider-'));
  for (const name of copied) cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  before = contents();
  const { status, stderr } = run('scripts/new-provider.ts', 'acme');
  expect([status, stderr]).toEqual([0, '']);
}, 120_000);
afterAll(() => rmSync(copy, { recursive: true, force: true }));

function contents(): Map<string, string> {
  const paths = globSync('{shared,lib,functions,scripts,test/provider-contract}/**/*.{ts,json}', { cwd: copy });
  return new Map(paths.map((path) => [path, readFileSync(join(copy, path), 'utf8')]));
}

function changed(): string[] {
  return [...contents()].filter(([path, text]) => before.get(path) !== text).map(([path]) => path);
}

function run(...words: string[]) {
  return spawnSync(process.execPath, words, { cwd: copy, encoding: 'utf8' });
}

const bin = (program: string) => join(root, 'node_modules', program);

/** Adds the provider to the list, as its author does when it is ready. */
function addToList(): void {
  const added = (before.get(list) ?? '')
    .replace('import { evm }', "import { acme } from './acme/provider.ts';\nimport { evm }")
    .replace('];', ', acme];');
  writeFileSync(join(copy, list), added);
}

describe('npm run new:provider', { timeout: 300_000 }, () => {
  test.each([[], ['Acme'], ['a'], ['ac-me'], ['../acme'], ['class'], ['records'], ['acme', 'bcme'], ['sandbox']])(
    'refuses %j, and writes nothing',
    (...words) => {
      const known = changed();
      const { status, stdout, stderr } = run('scripts/new-provider.ts', ...words);
      expect([status, stdout]).toEqual([2, '']);
      expect(stderr).not.toMatch(/^ +at /m);
      expect(changed()).toEqual(known);
    },
  );

  test('refuses a provider that there is', () => {
    const { status, stderr } = run('scripts/new-provider.ts', 'acme');
    expect([status, stderr]).toEqual([2, expect.stringContaining('shared/providers/acme already exists.')]);
  });

  test('a new provider is one folder and its contract test, and one line in one list', () => {
    addToList();
    const elsewhere = changed().filter((path) => !path.startsWith('shared/providers/acme/'));
    expect(elsewhere.sort()).toEqual([list, 'test/provider-contract/acme.test.ts']);
  });

  test('what it writes has the right types and the right form', () => {
    addToList();
    const files = ['test/support/start-database.ts', 'test/provider-contract/acme.test.ts', list, 'lib/entries.ts'];
    writeFileSync(join(copy, 'tsconfig.new.json'), JSON.stringify({ extends: './tsconfig.json', include: [], files }));
    expect(run(bin('typescript/bin/tsc'), '-p', 'tsconfig.new.json').stdout).toBe('');
    const formed = run(
      bin('@biomejs/biome/bin/biome'),
      'check',
      'shared/providers/acme',
      'test/provider-contract/acme.test.ts',
    );
    expect(formed.status, formed.stderr).toBe(0);
  });

  test('its contract test passes', () => {
    const { status, stdout } = run(
      bin('vitest/vitest.mjs'),
      'run',
      '--project',
      'services',
      'test/provider-contract/acme.test.ts',
    );
    expect(status, stdout).toBe(0);
    expect(stripVTControlCharacters(stdout)).toMatch(/Tests +\d{2} passed/);
  });

  test('entries and grants follow: a function that asks for prices carries what prices, and nothing that sends', () => {
    addToList();
    const program = `
      import { discoverFunctions } from './functions/discover.ts';
      import { entryOf } from './lib/entries.ts';
      import { capabilities } from './shared/capabilities/capabilities.ts';
      const functions = await discoverFunctions();
      const entry = (file) => entryOf(functions.find((one) => one.file === file), process.cwd() + '/dist/entries');
      console.log(JSON.stringify({
        quote: entry('quotes/create-quote.ts'),
        worker: entry('queues/advance-payouts.ts'),
        balance: entry('balance/get-balance.ts'),
        actions: capabilities.payouts.grants.flatMap(({ actions }) => actions),
      }));`;
    const { stdout, stderr } = run('--input-type=module', '-e', program);
    expect(stderr).toBe('');
    const { quote, worker, balance, actions } = JSON.parse(stdout);
    expect(quote).toContain('shared/providers/acme/ports/prices.ts');
    expect(quote).not.toContain('ports/payouts.ts');
    expect(worker).toContain('shared/providers/acme/ports/payouts.ts');
    expect(balance).not.toContain('shared/providers/');
    expect(actions).toContain('dynamodb:UpdateItem');
  });
});

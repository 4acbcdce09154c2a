import { existsSync, globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from './support/imports.ts';

/** Folders of `test` that mirror those of the project. */
const mirrored = ['contracts', 'functions', 'lib', 'local', 'operator', 'scripts', 'shared'];

/** Folders of stories: each is about the service as a whole, not about one of its files. */
const stories = {
  conformance: 'the specification, statement by statement',
  e2e: 'the stack as a process, by the real clock',
  evm: 'what needs the node of a chain',
  'local/table/dynamodb-local': 'what the tables of one machine are compared with',
  'provider-contract': 'what every provider has to hold',
  proofs: 'what the slower proofs need',
};

const isThere = (path: string) => existsSync(join(root, path));
const isSource = (path: string) => isThere(`${path}.ts`) || isThere(path);

/** Files of a tree by their names. */
const named = new Map(
  mirrored.map((tree) => [
    tree,
    Map.groupBy(globSync(`${tree}/**/*.ts`, { cwd: root }), (file) => basename(file, '.ts')),
  ]),
);

/** What is wrong with the place of a test, whose path is below `test` and has no `.test.ts`. */
function faultOf(path: string): string | undefined {
  if (!path.includes('/') || Object.keys(stories).some((folder) => path.startsWith(`${folder}/`))) return undefined;
  const tree = path.split('/')[0] ?? '';
  // What only tests use is tested beside it.
  if (isSource(`test/${path}`) || (mirrored.includes(tree) && isSource(path))) return undefined;
  if (!mirrored.includes(tree) || !isThere(dirname(path))) return `${path} mirrors nothing`;
  const elsewhere = named.get(tree)?.get(basename(path)) ?? [];
  return elsewhere.length === 0 ? undefined : `${path} has the name of ${elsewhere.join(', ')}`;
}

const tests = globSync('test/**/*.test.ts', { cwd: root }).map((file) =>
  file.slice('test/'.length, -'.test.ts'.length),
);

describe('a test', () => {
  test('mirrors a file or a folder, is in a folder of stories, or is about the whole project and stands at the top', () => {
    expect(tests.length).toBeGreaterThan(500);
    expect(tests.flatMap((path) => faultOf(path) ?? [])).toEqual([]);
  });

  test.each(Object.keys(stories))('is in %s, which mirrors nothing', (folder) => {
    expect(tests.some((path) => path.startsWith(`${folder}/`))).toBe(true);
    expect(isThere(folder)).toBe(false);
  });
});

describe('a place is refused', () => {
  test.each([
    ['nowhere/one', 'nowhere/one mirrors nothing'],
    ['shared/nowhere/one', 'shared/nowhere/one mirrors nothing'],
    ['shared/http/pricing', 'shared/http/pricing has the name of shared/payouts/pricing/pricing.ts'],
  ])('%s', (path, fault) => {
    expect(faultOf(path)).toBe(fault);
  });

  test.each([
    'shared/payouts/pricing/pricing',
    'shared/payouts/pricing',
    'shared/payouts/some-story',
    'proofs/bench/bars',
  ])('but %s is one', (path) => {
    expect(faultOf(path)).toBeUndefined();
  });
});

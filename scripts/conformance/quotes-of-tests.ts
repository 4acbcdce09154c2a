import { execFileSync } from 'node:child_process';
import type { SpecificationRow } from './specification-rows.ts';

/** The sections and words that the tests of `test/conformance` have as their names. */
export function quotesOfTests(): SpecificationRow[] {
  // Static parsing runs nothing, so it would not know the names of tests that come from a table.
  const list = ['vitest', 'list', '--project', 'services', 'test/conformance', '--json', '--no-static-parse'];
  const listed = execFileSync('npx', list, { encoding: 'utf8' });
  const tests = JSON.parse(listed.slice(listed.indexOf('['))) as { readonly name: string }[];
  return tests.map(({ name }) => {
    const end = name.lastIndexOf(' > ');
    return { section: name.slice(0, end), text: name.slice(end + 3) };
  });
}

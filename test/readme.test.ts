import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const guide = globSync('docs/guide/*.md', { cwd: root }).map((page) => readFileSync(join(root, page), 'utf8'));
/** Its folders belong to pages of docs/guide. */
const examples = readdirSync(join(root, 'examples')).filter((name) => name.endsWith('.ts'));

test('the README shows the first payout, to the letter', () => {
  const shown = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, program]) => program);
  expect(shown).toEqual([readFileSync(join(root, 'examples/payout.ts'), 'utf8')]);
});

test.each(examples)('the README says how to run %s, and it or the guide shows it', (name) => {
  expect(readme).toContain(`\`npx node examples/${name}\``);
  const program = readFileSync(join(root, 'examples', name), 'utf8');
  expect([readme, ...guide].some((page) => page.includes(program))).toBe(true);
});

test('the README is one page, and its map has every folder of the repository', () => {
  expect(readme.split('\n').length - 1).toBeLessThanOrEqual(150);
  const map = readme.slice(readme.indexOf('## Find your way'));
  const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const own = folders.map(({ name }) => name).filter((name) => !/^\.|^(node_modules|dist|cdk\.out)$/.test(name));
  expect(own.filter((name) => !map.includes(`\`${name}/\``))).toEqual([]);
});

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const text = readFileSync(join(root, 'SECURITY.md'), 'utf8');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const folders = readdirSync(root);

/** `shared/http/steps`, [a decision](docs/adr/….md), but no command and no address. */
const named = [...text.matchAll(/`([^`\s]+)`|\]\(([^)\s#]+)\)/g)].map(([, path, link]) => path ?? link ?? '');
const paths = named.filter((path) => path.includes('/') && folders.includes(path.split('/')[0] ?? ''));

test.each([...new Set(paths)].filter((path) => !path.startsWith('dist/')))(
  'SECURITY.md names %s, which is there',
  (path) => {
    expect(existsSync(join(root, path))).toBe(true);
  },
);

test('SECURITY.md names commands that are there', () => {
  const commands = [...text.matchAll(/`npm run ([a-z:-]+)/g)].map(([, name]) => name);
  expect(commands.length).toBeGreaterThan(2);
  expect(commands.filter((name) => !scripts[name ?? ''])).toEqual([]);
});

test.each([
  'Money itself',
  'Keys',
  'Tenants',
  'People',
  'Operators',
  'Webhooks',
  'Pages',
  'Pages that take money',
  'The edge',
  'Secrets, data at rest and logs',
])('SECURITY.md says of %s what stands against whom, and what does not', (title) => {
  const section = text.split(/^#{2,3} /m).find((one) => one.startsWith(`${title}\n`)) ?? '';
  expect(section.match(/^\| .* \| .* \| .* \|$/gm)?.length).toBeGreaterThan(2);
  expect(section).toContain('\nNot defended: ');
});

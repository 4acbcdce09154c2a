import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../docs/adr');
const index = readFileSync(join(folder, 'README.md'), 'utf8');
const records = globSync('0*.md', { cwd: folder }).sort();

test('the index lists every decision once, by its title', () => {
  const titles = records.map((name) => {
    const [, number, title] = /^# (\d+)\. (.+)$/m.exec(readFileSync(join(folder, name), 'utf8')) ?? [];
    return `| ${number} | [${title}](${name}) |`;
  });
  const listed = [...index.matchAll(/^\| \d+ \| \[.+\]\(.+\) \|/gm)].map(([row]) => row);
  expect(listed.toSorted()).toEqual(titles.toSorted());
});

test('the index accounts for every number that has no record', () => {
  const numbers = records.map((name) => Number(name.slice(0, 4)));
  const missing = Array.from({ length: Math.max(...numbers) }, (_, index) => index + 1).filter(
    (number) => !numbers.includes(number),
  );
  expect(index).toContain(`not listed (${missing.join(', ')})`);
});

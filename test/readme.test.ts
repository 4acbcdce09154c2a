import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
/** Its folders belong to pages of docs/guide. */
const examples = readdirSync(join(root, 'examples')).filter((name) => name.endsWith('.ts'));

test('the programs that the README shows are the files in examples, to the letter', () => {
  const shown = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, program]) => program);
  const files = examples.map((name) => readFileSync(join(root, 'examples', name), 'utf8'));
  expect(shown.sort()).toEqual(files.sort());
});

test.each(examples)('the README says how to run %s', (name) => {
  expect(readme).toContain(`\`npx node examples/${name}\``);
});

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { partOf } from './conformance/scope.ts';
import { type SpecificationRow, specificationRows } from './conformance/specification-rows.ts';

/**
 * `npm run conformance -- FILE`: which statements of the specification have no test. A test of `test/conformance` is named
 * by the section and by words that it quotes; a statement has a test when one of its section quotes words of it.
 */
const [file] = process.argv.slice(2);
if (!file || !existsSync(file)) {
  console.error('usage: npm run conformance -- <the specification, a Markdown file>');
  process.exit(2);
}

const rows = specificationRows(readFileSync(file, 'utf8'));
const quotes = quotesOfTests();
const isQuoted = ({ section, text }: SpecificationRow) =>
  quotes.some((quote) => quote.section === section && text.includes(quote.text));

const required = rows.filter((row) => partOf(row) === undefined);
const missing = required.filter((row) => !isQuoted(row));
const astray = quotes.filter(
  ({ section, text }) => !rows.some((row) => row.section === section && row.text.includes(text)),
);

for (const { section, text } of missing) console.log(`no test   ${section}: ${text}`);
for (const { section, text } of astray) console.log(`no row    ${section}: ${text}`);
console.log(laterParts());
console.log(
  `${required.length} statements, ${missing.length} without a test; ${astray.length} tests quote nothing there`,
);
if (missing.length > 0 || astray.length > 0) process.exitCode = 1;

function quotesOfTests(): SpecificationRow[] {
  // Parsed without running, a test of a table would have no name yet.
  const list = ['vitest', 'list', '--project', 'services', 'test/conformance', '--json', '--no-static-parse'];
  const listed = execFileSync('npx', list, { encoding: 'utf8' });
  const tests = JSON.parse(listed.slice(listed.indexOf('['))) as { readonly name: string }[];
  return tests.map(({ name }) => {
    const end = name.lastIndexOf(' > ');
    return { section: name.slice(0, end), text: name.slice(end + 3) };
  });
}

function laterParts(): string {
  const parts = Map.groupBy(
    rows.map(partOf).filter((part) => typeof part === 'string'),
    (part) => part,
  );
  return [...parts].map(([part, { length }]) => `later     ${part}: ${length} statements`).join('\n');
}

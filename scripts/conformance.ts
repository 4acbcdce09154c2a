import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { countStates } from './conformance/count-states.ts';
import { departures } from './conformance/departures.ts';
import { prose } from './conformance/prose.ts';
import { quotesOfTests } from './conformance/quotes-of-tests.ts';
import { specificationRows } from './conformance/specification-rows.ts';
import { statementsPage } from './conformance/statements-page.ts';
import { readCommandLine } from './support/read-command-line.ts';

/**
 * `npm run conformance -- FILE` prints the state of every statement of the specification: tests quote all of its words,
 * or they prove a deliberate departure from it, or it is listed as prose, with a reason. The exit code is 1 if a statement
 * has no state or two, if a word has no test, if a tag or an entry does not match one statement, or if the page that
 * lists the tests of each statement is not what the tags say.
 */
const usage = `Counts the statements of the interface's specification: tested, departed from, or prose.

  npm run conformance -- FILE           the specification, a Markdown file
  npm run conformance -- FILE --write   also writes docs/generated/statements.md, which lists each statement with its tests
`;
const page = join(import.meta.dirname, '../docs/generated/statements.md');
const { file, write } = readCommandLine(usage, (args) => {
  const [name] = args.filter((word) => word !== '--write');
  if (!name || !existsSync(name))
    throw new Error(name ? `There is no file ${name}.` : 'Give the file of the specification.');
  return { file: name, write: args.includes('--write') };
});

const rows = specificationRows(readFileSync(file, 'utf8'));
const { counted, faults } = countStates(rows, { quotes: await quotesOfTests(), departures, prose });
const listed = statementsPage(counted);
if (write) writeFileSync(page, listed);
const outdated =
  existsSync(page) && readFileSync(page, 'utf8') === listed ? [] : ['outdated  docs/generated/statements.md'];
const wrong = [...faults, ...outdated];

for (const fault of wrong) console.log(fault);
for (const name of ['tested', 'departed', 'prose'] as const) {
  const states = counted.map(({ state }) => state).filter((state) => state.name === name);
  printSum(
    name,
    states.length,
    Map.groupBy(states, ({ why }) => why),
  );
}
console.log(`${rows.length} statements, ${wrong.length} faults in the count`);
if (wrong.length > 0) process.exitCode = 1;

function printSum(name: string, sum: number, reasons: ReadonlyMap<string | undefined, readonly unknown[]>): void {
  console.log(`${String(sum).padStart(4)}  ${name}`);
  for (const [why, { length }] of reasons) if (why) console.log(`${String(length).padStart(10)}  ${why}`);
}

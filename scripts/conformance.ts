import { existsSync, readFileSync } from 'node:fs';
import { countStates } from './conformance/count-states.ts';
import { prose } from './conformance/prose.ts';
import { quotesOfTests } from './conformance/quotes-of-tests.ts';
import { specificationRows } from './conformance/specification-rows.ts';
import { readCommandLine } from './support/read-command-line.ts';

/**
 * `npm run conformance -- FILE` prints the state of every statement of the specification: it has a test, which quotes
 * words of it under its section; or it is listed as prose, with a reason. The exit code is 1 if a statement has no state or two, or if a test or an entry matches no statement.
 */
const usage = `Counts the statements of the interface's specification: tested, or prose.

  npm run conformance -- FILE   the specification, a Markdown file
`;
const file = readCommandLine(usage, ([name]) => {
  if (!name || !existsSync(name)) throw new Error(name ? `There is no file ${name}.` : 'No file is named.');
  return name;
});

const rows = specificationRows(readFileSync(file, 'utf8'));
const { counted, faults } = countStates(rows, { quotes: quotesOfTests(), prose });

for (const fault of faults) console.log(fault);
for (const name of ['tested', 'prose'] as const) {
  const states = counted.filter((state) => state.name === name);
  printSum(
    name,
    states.length,
    Map.groupBy(states, ({ why }) => why),
  );
}
console.log(`${rows.length} statements, ${faults.length} faults in the count`);
if (faults.length > 0) process.exitCode = 1;

function printSum(name: string, sum: number, reasons: ReadonlyMap<string | undefined, readonly unknown[]>): void {
  console.log(`${String(sum).padStart(4)}  ${name}`);
  for (const [why, { length }] of reasons) if (why) console.log(`${String(length).padStart(10)}  ${why}`);
}

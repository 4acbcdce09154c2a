import { existsSync, readFileSync } from 'node:fs';
import { countStates, type State } from './conformance/count-states.ts';
import { later, laterInPart } from './conformance/later.ts';
import { entriesOf } from './conformance/lists.ts';
import { prose } from './conformance/prose.ts';
import { quotesOfTests } from './conformance/quotes-of-tests.ts';
import { specificationRows } from './conformance/specification-rows.ts';

/**
 * `npm run conformance -- FILE`: the state of every statement of the specification. It has a test, which quotes words of it
 * under its section; or it is listed as waiting for a part that is not built yet; or it is listed as prose, with a reason.
 * Exit code 1 where a statement has none of these or two, or where a test or a list names what is not there.
 */
const [file] = process.argv.slice(2);
if (!file || !existsSync(file)) {
  console.error('usage: npm run conformance -- <the specification, a Markdown file>');
  process.exit(2);
}

const rows = specificationRows(readFileSync(file, 'utf8'));
const { counted, faults } = countStates(rows, { quotes: quotesOfTests(), later, laterInPart, prose });

for (const fault of faults) console.log(fault);
for (const name of ['tested', 'later', 'prose'] as const) {
  const states = counted.filter((state) => state.name === name);
  console.log(`${name.padEnd(6)} ${String(states.length).padStart(4)}`);
  for (const line of sumsByReason(states)) console.log(`       ${line}`);
}
console.log(`${rows.length} statements, ${faults.length} faults in the count`);
if (faults.length > 0) process.exitCode = 1;

function sumsByReason(states: readonly State[]): string[] {
  const inPart = Map.groupBy(entriesOf(laterInPart), ({ name }) => name);
  return [...Map.groupBy(states, ({ why }) => why)].flatMap(([why, { length }]) => {
    const more = states[0]?.name === 'later' && why ? inPart.get(why)?.length : undefined;
    return why
      ? [`${String(length).padStart(4)}  ${why}${more ? `, and words of ${more} tested statements` : ''}`]
      : [];
  });
}

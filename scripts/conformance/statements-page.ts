import type { Statement } from './count-states.ts';
import { departures } from './departures.ts';
import type { Quote } from './quotes-of-tests.ts';
import { isOmission } from './specification-rows.ts';
import { positionsOf, wordsOf } from './words.ts';

const heading = `# Statements of the specification, and the tests that prove them

Written by \`npm run conformance -- FILE --write\`. Each statement names its tests, by the tags of [test/support/quotes.ts](../../test/support/quotes.ts).
Statements that only say that something is not shown are left out.
`;

/** A page with every statement, below the heading of its section, and the files and names of its tests. */
export function statementsPage(statements: readonly Statement[]): string {
  const shown = statements.filter(({ text }) => !isOmission(text));
  const sections = Map.groupBy(shown, ({ section }) => section);
  const parts = [...sections].map(([section, own]) => `\n## ${section}\n\n${own.map(itemOf).join('')}`);
  return heading + parts.join('');
}

function itemOf(statement: Statement): string {
  const { text, state, tests } = statement;
  const why = state.name === 'prose' ? [`  - Nothing to test: ${state.why}.\n`] : [];
  const instead = state.name === 'departed' ? [`  - Departs: ${state.why} ${linkOf(statement)}\n`] : [];
  const byFile = Map.groupBy(tests, ({ file }) => file);
  const proofs = [...byFile].map(([file, own]) => `  - [${file}](../../${file})${namesOf(own, text)}\n`);
  return [`- ${text}\n`, ...why, ...instead, ...proofs].join('');
}

const namesShown = 3;

/** The first names of tests, without those that only repeat the statement, and how many more there are. */
function namesOf(quotes: readonly Quote[], text: string): string {
  const names = new Set(quotes.map(({ test }) => test.split(' > ').at(-1) ?? ''));
  const own = [...names].filter((name) => positionsOf(wordsOf(name), wordsOf(text)).length === 0);
  if (own.length === 0) return '';
  const more = own.length > namesShown ? ` and ${own.length - namesShown} more` : '';
  const shown = own.slice(0, namesShown).map((name) => `“${name}”`);
  return `: ${shown.join(', ')}${more}`;
}

function linkOf({ section, text }: Statement): string {
  const departure = departures.find(
    (one) => one.section === section && positionsOf(wordsOf(one.text), wordsOf(text)).length > 0,
  );
  const [number = ''] = departure?.decision.split('-') ?? [];
  return `([decision ${Number(number)}](../adr/${departure?.decision}))`;
}

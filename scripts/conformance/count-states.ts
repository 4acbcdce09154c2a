import { type Entry, entriesOf, type Lists } from './lists.ts';
import { isOmission, type SpecificationRow } from './specification-rows.ts';

/** `tested`: a test quotes the statement. `prose`: a list says why there is nothing to test. */
export interface State {
  readonly name: 'tested' | 'prose';
  /** Why there is nothing to test. */
  readonly why?: string;
}

/** The sources from which the states of the statements are read. */
export interface Sources {
  /** Sections and words that tests quote in their names. */
  readonly quotes: readonly SpecificationRow[];
  readonly prose: Lists;
}

export interface StatesCount {
  /** Statements that are in exactly one state. */
  readonly counted: readonly (SpecificationRow & State)[];
  /** What is wrong with the count, one line per fault. */
  readonly faults: readonly string[];
}

export const omissionReason = 'says only that something is not shown';

/** Finds the state of every statement, and the tests and entries that match none. */
export function countStates(rows: readonly SpecificationRow[], sources: Sources): StatesCount {
  const stated = rows.map((row) => ({ row, states: statesOf(row, sources) }));
  const counted = stated.flatMap(({ row, states: [state, another] }) =>
    state && !another ? [{ ...row, ...state }] : [],
  );
  const unmatched = (entries: readonly Entry[], matches: typeof covers) =>
    entries
      .filter((entry) => !rows.some((row) => matches(entry, row)))
      .map(({ section, text = 'every statement', name }) => `no row    ${section}: ${text} (${name})`);
  return {
    counted,
    faults: [
      ...stated.flatMap(({ row, states }) => faultOf(row, states)),
      ...unmatched(entriesOfTests(sources), quotes),
      ...unmatched(entriesOf(sources.prose), covers),
    ],
  };
}

const entriesOfTests = ({ quotes }: Sources): Entry[] => quotes.map((quote) => ({ name: 'a test', ...quote }));

/** Whether the entry quotes some or all words of the statement. */
function quotes({ section, text }: Entry, row: SpecificationRow): boolean {
  return section === row.section && text !== undefined && row.text.includes(text);
}

/** Whether the entry is the whole statement, or its section. */
function covers({ section, text }: Entry, row: SpecificationRow): boolean {
  return section === row.section && (text === undefined ? !isOmission(row.text) : row.text === text);
}

function statesOf(row: SpecificationRow, sources: Sources): State[] {
  const listed = (lists: Lists) => entriesOf(lists).filter((entry) => covers(entry, row));
  return [
    ...(entriesOfTests(sources).some((entry) => quotes(entry, row)) ? [{ name: 'tested' as const }] : []),
    ...listed(sources.prose).map(({ name }) => ({ name: 'prose' as const, why: name })),
    ...(isOmission(row.text) ? [{ name: 'prose' as const, why: omissionReason }] : []),
  ];
}

function faultOf({ section, text }: SpecificationRow, states: readonly State[]): string[] {
  if (states.length === 1) return [];
  const names = states.map(({ name, why }) => (why ? `${name} (${why})` : name));
  return [`${names.length === 0 ? 'no state ' : 'two states'} ${section}: ${text} ${names.join(' and ')}`.trimEnd()];
}

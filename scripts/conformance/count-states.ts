import type { Departure } from './departures.ts';
import { type Entry, entriesOf, type Lists } from './lists.ts';
import type { Quote } from './quotes-of-tests.ts';
import { isOmission, type SpecificationRow } from './specification-rows.ts';
import { positionsOf, wordsOf } from './words.ts';

/**
 * `tested`: tests quote every word of the statement. `departed`: they do, and what they prove deliberately differs from
 * the statement. `prose`: a list says why there is nothing to test.
 */
export interface State {
  readonly name: 'tested' | 'departed' | 'prose';
  /** Why there is nothing to test, or what the service does instead. */
  readonly why?: string;
}

/** The sources from which the states of the statements are read. */
export interface Sources {
  readonly quotes: readonly Quote[];
  readonly departures: readonly Departure[];
  readonly prose: Lists;
}

/** A statement with its state and the tests that quote it. */
export interface Statement extends SpecificationRow {
  readonly state: State;
  readonly tests: readonly Quote[];
}

export interface StatesCount {
  /** Statements that are in exactly one state. */
  readonly counted: readonly Statement[];
  /** What is wrong with the count, one line per fault. */
  readonly faults: readonly string[];
}

export const omissionReason = 'says only that something is not shown';

/** Finds the state of every statement, and the tags and entries that do not match exactly one. */
export function countStates(rows: readonly SpecificationRow[], sources: Sources): StatesCount {
  const read = rows.map((row) => readStatement(row, sources));
  const unlisted = entriesOf(sources.prose).filter((entry) => !rows.some((row) => covers(entry, row)));
  return {
    counted: read.flatMap(({ row, tests, states: [state, another] }) =>
      state && !another ? [{ ...row, state, tests }] : [],
    ),
    faults: [
      ...read.flatMap(({ faults }) => faults),
      ...sources.quotes.flatMap((quote) => faultsOfQuote(rows, quote, `${quote.file} "${quote.test}"`)),
      ...sources.departures.flatMap((one) => faultsOfQuote(rows, one, `departure of decision ${one.decision}`)),
      ...unlisted.map(({ section, text = 'every statement', name }) => `no row    ${section}: ${text} (${name})`),
    ],
  };
}

function readStatement(row: SpecificationRow, { quotes, departures, prose }: Sources) {
  const tests = quotes.filter((quote) => isQuoted(row, quote));
  const departure = departures.find((one) => isQuoted(row, one));
  const reasons = entriesOf(prose).filter((entry) => covers(entry, row));
  const states: State[] = [
    ...(tests.length > 0 ? [departure ? departed(departure) : { name: 'tested' as const }] : []),
    ...reasons.map(({ name }) => ({ name: 'prose' as const, why: name })),
    ...(isOmission(row.text) ? [{ name: 'prose' as const, why: omissionReason }] : []),
  ];
  return { row, tests, states, faults: [...faultsOfStates(row, states), ...faultsOfWords(row, tests)] };
}

const departed = ({ instead }: Departure): State => ({ name: 'departed', why: instead });

function isQuoted(row: SpecificationRow, { section, text }: SpecificationRow): boolean {
  return section === row.section && positionsOf(wordsOf(text), wordsOf(row.text)).length > 0;
}

/** Whether the entry is the whole statement, or its section. */
function covers({ section, text }: Entry, row: SpecificationRow): boolean {
  return section === row.section && (text === undefined ? !isOmission(row.text) : row.text === text);
}

function faultsOfStates({ section, text }: SpecificationRow, states: readonly State[]): string[] {
  if (states.length === 1) return [];
  const names = states.map(({ name, why }) => (why ? `${name} (${why})` : name));
  return [`${names.length === 0 ? 'no state ' : 'two states'} ${section}: ${text} ${names.join(' and ')}`.trimEnd()];
}

/** A statement that a test quotes is proven when tests quote each of its words. */
function faultsOfWords({ section, text }: SpecificationRow, tests: readonly Quote[]): string[] {
  if (tests.length === 0) return [];
  const words = wordsOf(text);
  const proven = new Set(tests.flatMap((quote) => positionsOf(wordsOf(quote.text), words)));
  if (proven.size === words.length) return [];
  const marked = words.map((word, index) => (proven.has(index) ? word : `[${word}]`)).join(' ');
  return [`no proof  ${section}: ${marked.replaceAll('] [', ' ')}`];
}

function faultsOfQuote(rows: readonly SpecificationRow[], quote: SpecificationRow, by: string): string[] {
  const { length } = rows.filter((row) => isQuoted(row, quote));
  if (length === 1) return [];
  return [`${length === 0 ? 'no row   ' : 'two rows '} ${quote.section}: ${quote.text} (${by})`];
}

import { CsvError, type InfoRecord, parse } from 'csv-parse/sync';
import { sideAmong } from './currency.ts';
import { type DividedText, divide } from './delimiter.ts';
import type { Fault } from './fault.ts';
import { maxColumns, maxLineLength, maxLines } from './limits.ts';
import { type Meaning, meaningOf, type Names } from './names.ts';
import { type CurrencyCell, type Read, readLine } from './read-line.ts';

interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * Reads CSV whose first row names the columns, after a line `sep=;` if there is one. Empty cells are no values, and
 * rows of empty cells are no lines.
 * @param text with line feeds as the only line ends
 * @param given delimiter; a comma if neither it nor the file says otherwise
 */
export function readCsv(text: string, given: string | undefined, names: Names): Read {
  const division = divide(text, given);
  if ('fault' in division) return { lines: [], faults: [division.fault] };
  let rows: Row[];
  try {
    rows = parseRows(division);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { lines: [], faults: [faultOfCsv(error, division.text)] };
  }
  const [header, ...rest] = rows;
  if (!header) return { lines: [], faults: [{ message: 'The file is empty.' }] };
  const { columns, faults } = readHeader(header, rest, names);
  if (faults.length > 0) return { lines: [], faults };
  const read = rest.map((row) => readRow(row, columns));
  return { lines: read.flatMap(({ lines }) => lines), faults: read.flatMap(({ faults }) => faults) };
}

function parseRows({ text, delimiter }: DividedText): Row[] {
  const records = parse(text, {
    delimiter,
    record_delimiter: '\n',
    info: true,
    raw: true,
    trim: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: maxLineLength,
    // One more than is accepted, and the header: enough to detect that there are too many.
    to: maxLines + 2,
  }) as unknown as { record: string[]; info: InfoRecord; raw: string }[];
  return records
    .filter(({ record }) => record.some((cell) => cell !== ''))
    .map(({ record, info, raw }) => ({
      // The start of the record, because the parser counts lines to its end, and quoted cells may contain line ends.
      line: info.lines - (raw.replace(/^\s*\n|\n$/g, '').split('\n').length - 1),
      cells: record.map((cell) => cell.trim()),
    }));
}

const wordsOf: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a cell starts with a quotation mark that is never closed',
  CSV_MAX_RECORD_SIZE: `it has more than ${maxLineLength} characters`,
  INVALID_OPENING_QUOTE:
    'a quotation mark appears inside a cell that does not start with one; double it and quote the cell',
  CSV_INVALID_CLOSING_QUOTE: 'text follows the quotation mark that closes a cell',
};

function faultOfCsv(error: CsvError, text: string): Fault {
  const line = error.code === 'CSV_QUOTE_NOT_CLOSED' ? lineOfOpenQuote(text) : lineIn(error.message);
  const words = wordsOf[error.code] ?? error.message;
  return { ...(line > 0 && { line }), message: `The file is not valid CSV: ${words}.` };
}

function lineIn(message: string): number {
  return Number(/at line (\d+)/.exec(message)?.[1] ?? 0);
}

/**
 * The parser reports the end of the file. The unclosed quotation mark is the one after which all others are doubled.
 */
function lineOfOpenQuote(text: string): number {
  return text.slice(0, text.search(/"(?:[^"]|"")*$/)).split('\n').length;
}

/** A column by its name and its meaning. */
interface Column {
  readonly name: string;
  readonly meaning: Meaning;
}

function readHeader({ line, cells }: Row, rows: readonly Row[], names: Names): { columns: Column[]; faults: Fault[] } {
  if (cells.length > maxColumns) {
    return { columns: [], faults: [{ line, message: `The header has more than ${maxColumns} columns.` }] };
  }
  const columns = cells.map((name, index) => {
    const values = rows.map((row) => row.cells[index] ?? '').filter((cell) => cell !== '');
    return { name, meaning: name === '' ? nameless(index, values) : meaningOf(names, name, values) };
  });
  const messages = [
    ...columns.flatMap(({ meaning }) => ('fault' in meaning ? [meaning.fault] : [])),
    ...cells
      .filter((cell, index) => cell !== '' && cells.indexOf(cell) < index)
      .map((cell) => `The column "${cell}" appears twice.`),
    ...[...names.mapped.keys()]
      .filter((name) => !cells.includes(name))
      .map((name) => `--map names "${name}", which is not a column.`),
    ...missing(columns),
    ...repeated(columns),
  ];
  return { columns, faults: messages.map((message) => ({ line, message })) };
}

/** Spreadsheets can write columns that have neither a name nor a value. */
function nameless(index: number, values: readonly string[]): Meaning {
  return values.length === 0 ? { ignored: true } : { fault: `Column ${index + 1} of the header has no name.` };
}

function columnsOf(columns: readonly Column[], field: string): Column[] {
  return columns.filter(({ meaning }) => 'field' in meaning && meaning.field === field);
}

function missing(columns: readonly Column[]): string[] {
  return ['amount', 'destinationAccountId']
    .filter((field) => columnsOf(columns, field).length === 0)
    .map((field) => `There is no column for ${field}.`);
}

function repeated(columns: readonly Column[]): string[] {
  const fields = new Set(columns.flatMap(({ meaning }) => ('field' in meaning ? [meaning.field] : [])));
  return [...fields].flatMap((path) => {
    const names = new Set(columnsOf(columns, path).map(({ name }) => name));
    return names.size > 1 ? [`Several columns are ${path}: ${[...names].join(', ')}.`] : [];
  });
}

function readRow({ line, cells }: Row, columns: readonly Column[]): Read {
  const width = columns.length;
  if (cells.length < width || cells.slice(width).some((cell) => cell !== '')) {
    const message = `has ${cells.length} cells where the header has ${width}; quote cells that contain the delimiter`;
    return { lines: [], faults: [{ line, message }] };
  }
  const values = new Map<string, string>();
  const named: CurrencyCell[] = [];
  const count = columns.filter(({ meaning }) => 'currency' in meaning).length;
  for (const [index, { name, meaning }] of columns.entries()) {
    const cell = cells[index] ?? '';
    if (cell === '') continue;
    if ('field' in meaning) values.set(meaning.field, cell);
    if ('currency' in meaning) named.push({ currency: sideAmong(meaning, count), column: name, cell });
  }
  return readLine(line, values, named);
}

import { CsvError, type InfoRecord, parse } from 'csv-parse/sync';
import { buildItem } from './build-item.ts';
import type { Fault, Line } from './fault.ts';
import { maxColumns, maxLineLength, maxLines } from './limits.ts';
import { fieldOf, fields, type Names } from './names.ts';

export interface Read {
  readonly lines: readonly Line[];
  readonly faults: readonly Fault[];
}

interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * Reads CSV whose first row names the columns. Empty cells are no values, rows of empty cells no lines.
 * @param text with line feeds alone as line ends
 */
export function readCsv(text: string, delimiter: string, names: Names): Read {
  const hint = otherDelimiter(text, delimiter);
  if (hint) return { lines: [], faults: [hint] };
  let rows: Row[];
  try {
    rows = parseRows(text, delimiter);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { lines: [], faults: [faultOfCsv(error, text)] };
  }
  const [header, ...rest] = rows;
  if (!header) return { lines: [], faults: [{ message: 'The file is empty.' }] };
  const columns = readHeader(header, names);
  if (columns.faults.length > 0) return { lines: [], faults: columns.faults };
  const read = rest.map((row) => readRow(row, header.cells.length, columns.fields));
  return { lines: read.flatMap(({ lines }) => lines), faults: read.flatMap(({ faults }) => faults) };
}

function parseRows(text: string, delimiter: string): Row[] {
  const records = parse(text, {
    delimiter,
    record_delimiter: '\n',
    info: true,
    raw: true,
    trim: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: maxLineLength,
    // One more than are accepted, and the header: enough to know that there are too many.
    to: maxLines + 2,
  }) as unknown as { record: string[]; info: InfoRecord; raw: string }[];
  return records
    .filter(({ record }) => record.some((cell) => cell !== ''))
    .map(({ record, info, raw }) => ({
      // Where the record began: the parser counts lines to its end, and quoted cells may have line ends.
      line: info.lines - (raw.replace(/^\s*\n|\n$/g, '').split('\n').length - 1),
      cells: record.map((cell) => cell.trim()),
    }));
}

const wordsOf: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quotation mark opens a cell, and none closes it',
  CSV_MAX_RECORD_SIZE: `it has more than ${maxLineLength} characters`,
  INVALID_OPENING_QUOTE:
    'a quotation mark stands inside a cell that does not begin with one; double it and quote the cell',
  CSV_INVALID_CLOSING_QUOTE: 'something follows the quotation mark that closes a cell',
};

function faultOfCsv(error: CsvError, text: string): Fault {
  const line = error.code === 'CSV_QUOTE_NOT_CLOSED' ? lineOfOpenQuote(text) : lineIn(error.message);
  const words = wordsOf[error.code] ?? error.message;
  return { ...(line > 0 && { line }), message: `This is not CSV: ${words}.` };
}

function lineIn(message: string): number {
  return Number(/at line (\d+)/.exec(message)?.[1] ?? 0);
}

/** The parser gives up at the end of the file: the open quotation mark is the one after which all others are doubled. */
function lineOfOpenQuote(text: string): number {
  return text.slice(0, text.search(/"(?:[^"]|"")*$/)).split('\n').length;
}

/** The field of each column, undefined where it is ignored. */
interface Columns {
  readonly fields: readonly (string | undefined)[];
  readonly faults: readonly Fault[];
}

function readHeader({ line, cells }: Row, names: Names): Columns {
  if (cells.length > maxColumns) {
    return { fields: [], faults: [{ line, message: `The header has more than ${maxColumns} columns.` }] };
  }
  const found = cells.map((cell) => (cell === '' ? { ignored: true as const } : fieldOf(names, cell)));
  const columns = found.map((of) => ('field' in of ? of.field : undefined));
  const messages = [
    ...found.flatMap((of) => ('fault' in of ? [of.fault] : [])),
    ...cells.flatMap((cell, index) => (cell === '' ? [`Column ${index + 1} of the header has no name.`] : [])),
    ...cells
      .filter((cell, index) => cell !== '' && cells.indexOf(cell) < index)
      .map((cell) => `"${cell}" is there twice.`),
    ...[...names.mapped.keys()]
      .filter((name) => !cells.includes(name))
      .map((name) => `--map names "${name}", which is no column.`),
    ...missing(columns),
    ...repeated(columns, cells),
  ];
  return { fields: columns, faults: messages.map((message) => ({ line, message })) };
}

function missing(columns: readonly (string | undefined)[]): string[] {
  return ['amount', 'destinationAccountId']
    .filter((field) => !columns.includes(field))
    .map((field) => `No column is ${field}.`);
}

function repeated(columns: readonly (string | undefined)[], cells: readonly string[]): string[] {
  return fields.flatMap(({ path }) => {
    const names = cells.filter((_, index) => columns[index] === path);
    return new Set(names).size > 1 ? [`Several columns are ${path}: ${names.join(', ')}.`] : [];
  });
}

/** Two columns are needed, so a header without the delimiter is one that another delimiter divides. */
function otherDelimiter(text: string, delimiter: string): Fault | undefined {
  const [header = ''] = text.trimStart().split('\n', 1);
  if (header.includes(delimiter)) return undefined;
  const other = [';', '\t', ',', '|'].find((candidate) => header.includes(candidate));
  if (other === undefined) return undefined;
  const line = text.slice(0, text.indexOf(header)).split('\n').length;
  const given = other === '\t' ? 'tab' : `"${other}"`;
  return { line, message: `The header is one column; for this file give --delimiter ${given}.` };
}

function readRow({ line, cells }: Row, width: number, columns: Columns['fields']): Read {
  if (cells.length !== width) {
    const message = `has ${cells.length} cells where the header has ${width}; quote cells that contain the delimiter`;
    return { lines: [], faults: [{ line, message }] };
  }
  const values = new Map<string, string>();
  for (const [index, cell] of cells.entries()) {
    const field = columns[index];
    if (field !== undefined && cell !== '') values.set(field, cell);
  }
  const { item, faults } = buildItem(values);
  return { lines: item ? [{ line, item }] : [], faults: faults.map((message) => ({ line, message })) };
}

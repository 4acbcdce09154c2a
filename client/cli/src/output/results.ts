import { stringify } from 'csv-stringify/sync';
import type { PayoutBatch, PayoutBatchItem } from '../../../src/index.ts';
import type { Line } from '../input/fault.ts';
import { printable } from './printable.ts';

/** A run with what became of its lines. */
export interface FinishedRun {
  readonly batch: PayoutBatch;
  readonly items: readonly PayoutBatchItem[];
  /** Line numbers in the file, by index; absent where there is no file. */
  readonly lineNumbers?: readonly number[];
}

const columns = [
  'line',
  'externalReferenceId',
  'batchId',
  'index',
  'status',
  'payoutId',
  'errorType',
  'errorDetail',
  'reference',
  'destinationAccountId',
  'amount',
  'amountLeg',
  'fundingAmount',
  'fundingToken',
  'fundingChain',
  'fundingAddress',
] as const;

/** Byte order mark. */
export const bom = '\u{feff}';

/**
 * The names of the columns, which results begin with.
 * @param hasBom whether a byte order mark goes before them: Excel takes a file for UTF-8 only then
 */
export function resultsHead(hasBom: boolean): string {
  return (hasBom ? bom : '') + stringify([columns]);
}

/** What became of each line, as CSV. No cell of it is a formula to a spreadsheet. */
export function resultsAsCsv(runs: readonly FinishedRun[], hasBom = false): string {
  const rows = runs.flatMap(({ batch, items, lineNumbers }) =>
    items.map((item) => rowOf(batch, item, lineNumbers?.[item.index])),
  );
  return resultsHead(hasBom) + stringify(rows.map((row) => columns.map((name) => harmless(printable(row[name])))));
}

/** Bytes of a row beside what its line holds: ids, a status, and why a line was refused. */
const rowBytes = 512;

/** Bytes that the results of lines have at most, for any errors but very long ones. */
export function resultsBytes(reference: string, lines: readonly Line[]): number {
  const each = rowBytes + 2 * Buffer.byteLength(reference);
  return lines.reduce((bytes, { item }) => bytes + each + 2 * Buffer.byteLength(JSON.stringify(item)), each);
}

type Row = Readonly<Record<(typeof columns)[number], string>>;

function rowOf(batch: PayoutBatch, item: PayoutBatchItem, line: number | undefined): Row {
  const { index, status, payoutId = '', errors = [], request, funding } = item;
  return {
    line: line === undefined ? '' : String(line),
    externalReferenceId: batch.externalReferenceId,
    batchId: batch.batchId,
    index: String(index),
    // A canceled run leaves its lines as they were; none of them becomes a payout any more.
    status: batch.status === 'canceled' && (status === 'valid' || status === 'pending') ? 'canceled' : status,
    payoutId,
    errorType: [...new Set(errors.map(({ type }) => type))].join('; '),
    errorDetail: errors.map(({ path, detail }) => (path ? `${path}: ${detail}` : detail)).join('; '),
    reference: request.reference ?? '',
    destinationAccountId: request.destinationAccountId,
    amount: request.amount,
    amountLeg: request.amountLeg,
    fundingAmount: funding?.amount ?? '',
    fundingToken: funding?.token ?? '',
    fundingChain: funding?.chain ?? '',
    fundingAddress: funding?.address ?? '',
  };
}

/**
 * Spreadsheets take what begins so as a formula, some of them after spaces too. The `escape_formulas` of csv-stringify
 * knows neither the spaces nor the full-width characters.
 */
const formula = /^[\s'"]*[=+\-@＝＋－＠|%]|^[\t\r\n]/;

/** Text that no spreadsheet calculates: an apostrophe goes before a formula. */
export function harmless(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

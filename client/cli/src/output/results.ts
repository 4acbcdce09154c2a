import { stringify } from 'csv-stringify/sync';
import type { PayoutBatch, PayoutBatchItem } from '../../../src/index.ts';

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
] as const;

/** What became of each line, as CSV. No cell of it is a formula to a spreadsheet. */
export function resultsAsCsv(runs: readonly FinishedRun[]): string {
  const rows = runs.flatMap(({ batch, items, lineNumbers }) =>
    items.map((item) => rowOf(batch, item, lineNumbers?.[item.index])),
  );
  return stringify([columns, ...rows.map((row) => columns.map((name) => harmless(row[name])))]);
}

type Row = Readonly<Record<(typeof columns)[number], string>>;

function rowOf(batch: PayoutBatch, item: PayoutBatchItem, line: number | undefined): Row {
  const { index, status, payoutId = '', errors = [], request } = item;
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

import { stringify } from 'csv-stringify/sync';
import type { PayoutBatch, PayoutBatchItem } from '../../../src/index.ts';
import type { Line } from '../input/fault.ts';
import { printable } from './printable.ts';

/** A batch with the results of its lines. */
export interface FinishedRun {
  readonly batch: PayoutBatch;
  readonly items: readonly PayoutBatchItem[];
  /** Line numbers in the file, by index. Absent if there is no file. */
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
 * The header with the names of the columns.
 * @param hasBom whether a byte order mark precedes it, without which Excel does not recognize UTF-8
 */
export function resultsHead(hasBom: boolean): string {
  return (hasBom ? bom : '') + stringify([columns]);
}

/** The result of each line, as CSV. No cell is a formula for a spreadsheet. */
export function resultsAsCsv(runs: readonly FinishedRun[], hasBom = false): string {
  const rows = runs.flatMap(({ batch, items, lineNumbers }) =>
    items.map((item) => rowOf(batch, item, lineNumbers?.[item.index])),
  );
  return resultsHead(hasBom) + stringify(rows.map((row) => columns.map((name) => harmless(printable(row[name])))));
}

/** The size of a row without its line's content: ids, a status, and the reason for a refusal. */
const rowBytes = 512;

/** The maximum size of the results of lines, except for very long errors. */
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
    // A canceled batch leaves its lines as they were. None of them becomes a payout any more.
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
 * Spreadsheets treat text that starts like this as a formula, some of them also after spaces. The `escape_formulas`
 * option of csv-stringify covers neither the spaces nor the full-width characters.
 */
const formula = /^[\s'"]*[=+\-@＝＋－＠|%]|^[\t\r\n]/;

/** Text that no spreadsheet evaluates: formulas are prefixed with an apostrophe. */
export function harmless(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

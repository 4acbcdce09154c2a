import { csvLine } from '../../../contract/csv.ts';
import type { Runtime } from '../../../ports/runtime.ts';

import type { Payment } from '../payment.ts';
import { presentPaymentEvent } from '../present-payment.ts';
import { readPayments } from './read-payments.ts';

const mostRows = 5_000;
/** A Lambda function can return at most 6 MB, in which each quotation mark takes two bytes. */
const mostBytes = 3 * 1024 * 1024;

const columns = [
  'id',
  'externalId',
  'status',
  'method',
  'brand',
  'last4',
  'chain',
  'token',
  'amount',
  'received',
  'over',
  'refunded',
  'reversed',
  'tax',
  'fee',
  'currency',
  'clientReferenceId',
  'email',
  'country',
  'late',
  'disputed',
  'createdAt',
  'paidAt',
] as const;

/**
 * Returns the payments on a link as CSV, newest first, with amounts as decimal strings. Metadata is omitted.
 * @throws ServiceError NOT_FOUND, VALIDATION_ERROR
 */
export async function paymentsCsv(
  runtime: Pick<Runtime, 'store'>,
  organizationId: string,
  linkId: string,
  cursor: string | undefined,
): Promise<{ text: string; nextCursor?: string | undefined }> {
  const page = await readPayments(runtime, organizationId, linkId, { cursor, limit: mostRows });
  let text = csvLine(columns);
  let bytes = 0;
  for (const [index, payment] of page.payments.entries()) {
    const line = csvLine(cellsOf(payment));
    bytes += Buffer.byteLength(line);
    const before = page.payments[index - 1];
    if (bytes > mostBytes && before) return { text, nextCursor: page.cursorBehind(before) };
    text += line;
  }
  return { text, nextCursor: page.nextCursor };
}

function cellsOf(payment: Payment): string[] {
  const { method, buyer, late = false, ...shown } = presentPaymentEvent(payment);
  const cells: Readonly<Record<string, unknown>> = { ...shown, ...method, ...buyer, method: method.kind, late };
  return columns.map((column) => String(cells[column] ?? ''));
}

import { cursorAt, positionOf } from '../../contract/cursor.ts';
import { readPage } from '../../ground/table/page.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { presentReceipt, type ReceiptBody } from './present-receipt.ts';
import { type Receipt, ReceiptEntity, receiptPartition } from './receipt.ts';

interface ReceiptFilters {
  readonly cursor?: string | undefined;
  readonly limit: number;
  readonly status?: readonly Receipt['status'][] | undefined;
}

/**
 * Lists what came by crypto and no attempt waited for, by the time of its block, newest first.
 * @throws ServiceError VALIDATION_ERROR for a foreign cursor
 */
export async function listReceipts(
  { store }: Pick<Runtime, 'store'>,
  organizationId: string,
  { cursor, limit, status = [] }: ReceiptFilters,
): Promise<{ data: ReceiptBody[]; nextCursor?: string }> {
  const scope = { list: 'crypto_receipts', organizationId };
  const after = cursor === undefined ? undefined : positionOf(scope, cursor);
  const range = { partition: receiptPartition(organizationId), newestFirst: true, limit, after, where: { status } };
  const { items, next } = await readPage(store, ReceiptEntity, range, ({ receiptId }) => receiptId);
  return { data: items.map(presentReceipt), ...(next && { nextCursor: cursorAt(scope, next) }) };
}

import { type ListPage, walkList } from '../../../../contract/lists/list-walk.ts';
import { readDatedPage } from '../../../../journal/rows/read-dated-page.ts';
import type { Runtime } from '../../../../ports/runtime.ts';
import { presentReceipt, type ReceiptBody } from './present-receipt.ts';
import { type Receipt, ReceiptEntity, receiptPartition } from './receipt.ts';

interface ReceiptFilters {
  readonly cursor?: string | undefined;
  readonly limit: number;
  readonly status?: readonly Receipt['status'][] | undefined;
}

/**
 * Lists crypto transfers that no attempt waited for, newest first. They are sorted by block time, or by the time of
 * recording if that was more than a minute later.
 * @throws ServiceError VALIDATION_ERROR for a cursor of another list
 */
export async function listReceipts(
  runtime: Pick<Runtime, 'clock' | 'store'>,
  organizationId: string,
  { cursor, limit, status = [] }: ReceiptFilters,
): Promise<ListPage<ReceiptBody>> {
  const { after, page } = walkList(runtime, { list: 'crypto_receipts', organizationId }, cursor);
  const range = { partition: receiptPartition(organizationId), after, limit, where: { status } };
  const { items, next } = await readDatedPage(runtime.store, ReceiptEntity, range, {
    idOf: ({ receiptId }) => receiptId,
    keyOf: (receiptId) => ({ organizationId, receiptId }),
  });
  return page(items.map(presentReceipt), next);
}

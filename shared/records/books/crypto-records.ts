import {
  AddressWatchEntity,
  pauseOf,
  watchPartition,
  watchWork,
} from '../../checkout/methods/crypto/payments/address-watch.ts';
import {
  type Receipt,
  ReceiptEntity,
  receiptPartition,
  receiptStatuses,
} from '../../checkout/methods/crypto/payments/receipt.ts';
import { type TakenTransfer, TakenTransferEntity } from '../../checkout/methods/crypto/payments/taken-transfer.ts';
import type { Store } from '../../ground/table/store.ts';
import { DueWorkEntity } from '../../journal/due/due-work.ts';
import { datedFindings } from './dated-records.ts';
import { behind } from './progress.ts';

/** One call reads at most a hundred. */
const perPage = 100;

/**
 * Checks the next page of an organization's receipts: whether their transfers belong to the payments that they name.
 */
export async function checkReceipts(store: Store, organizationId: string, after: string | undefined) {
  const partition = receiptPartition(organizationId);
  const page = await store.range(ReceiptEntity, { partition, after, limit: perPage });
  const dated = page.items.map(({ receiptId, datedAt }) => ({ id: receiptId, datedAt }));
  const taken = await store.getMany(TakenTransferEntity, page.items.map(transferOf));
  const wrong = page.items.flatMap((receipt) => {
    const { chain, hash, logIndex } = receipt;
    const own = taken.find((one) => one.chain === chain && one.hash === hash && one.logIndex === logIndex);
    return receiptFindings(receipt, own);
  });
  const findings = [...wrong, ...(await datedFindings(store, partition, dated))];
  return { findings, next: behind(page.examinedTo) };
}

function transferOf({ livemode, chain, hash, logIndex }: Receipt) {
  return { mode: livemode ? 'live' : 'sandbox', chain, hash, logIndex };
}

/** Another organization that registered the same address may have taken the transfer of an unmatched receipt. */
function receiptFindings(receipt: Receipt, taken: TakenTransfer | undefined): string[] {
  const { organizationId, receiptId, status, paymentId } = receipt;
  if (!receiptStatuses.includes(status)) return [];
  const own = taken?.organizationId === organizationId ? taken : undefined;
  if (status === 'unmatched') return own ? [`${receiptId} is unmatched, and its transfer is on ${own.paymentId}`] : [];
  return own?.receiptId === receiptId && own.paymentId === paymentId
    ? []
    : [`${receiptId} is assigned to ${paymentId}, and its transfer is on ${own?.paymentId ?? 'no payment'}`];
}

/** Checks the next page of an organization's addresses: whether those that await money are being read. */
export async function checkAddresses(store: Store, organizationId: string, after: string | undefined, now: number) {
  const page = await store.range(AddressWatchEntity, {
    partition: watchPartition(organizationId),
    after,
    limit: perPage,
  });
  const awaited = page.items.filter((watch) => pauseOf(watch, now) !== undefined);
  const due = await store.getMany(DueWorkEntity, awaited.map(watchWork));
  const findings = awaited
    .filter(({ accountId }) => !due.some(({ resourceId }) => resourceId === accountId))
    .map(({ accountId }) => `buyers are asked to pay to ${accountId}, and nothing is due to read it`);
  return { findings, next: behind(page.examinedTo) };
}

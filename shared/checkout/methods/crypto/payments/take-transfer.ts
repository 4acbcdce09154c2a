import { inCurrency } from '../../../../ground/money/token-amount.ts';
import { timeByTable } from '../../../../ground/table/table-clock.ts';
import { create } from '../../../../ground/table/writes.ts';
import { decideAndCommit } from '../../../../journal/commit/decide.ts';
import type { JournalDraft } from '../../../../journal/commit/draft.ts';
import { transactWithRetry } from '../../../../journal/due/transact-with-retry.ts';
import { datedWrites } from '../../../../journal/rows/dated-row.ts';
import type { Runtime } from '../../../../ports/runtime.ts';
import type { TokenTransfer } from '../../../../ports/token-chain.ts';
import { linkRef } from '../../../links/link.ts';
import { linkOfPayment, paymentRef } from '../../../payments/payment.ts';
import { receiveMoney } from '../../../payments/receive-money.ts';
import { referenceRef } from '../../../payments/reference.ts';
import type { AddressWatch } from './address-watch.ts';
import { ReceiptEntity, receiptOf, receiptPartition } from './receipt.ts';
import { type PaymentAddress, type ReservedAmount, reservedRef } from './reserved-amount.ts';
import { TakenTransferEntity, takenRef, transferId } from './taken-transfer.ts';

export type TakeRuntime = Pick<Runtime, 'clock' | 'sleep' | 'ids' | 'store' | 'pace' | 'log'>;

/** `ours`: the transfer pays the attempt that reserved its amount. `others`: another watch takes the transfer. */
export type TransferFate = 'ours' | 'others' | 'unmatched';

/** Decides about a transfer by the reservation of its exact amount. Similar amounts are never matched. */
export function fateOf(
  { organizationId, accountId }: AddressWatch,
  reservation: ReservedAmount | undefined,
  { block, madeAt }: TokenTransfer,
): TransferFate {
  if (!reservation || block <= reservation.seenBlock || madeAt > reservation.keptUntil) return 'unmatched';
  return reservation.organizationId === organizationId && reservation.accountId === accountId ? 'ours' : 'others';
}

/** Returns the key for looking up a watch's own transfers. */
export function placeOfWatch({ mode, chain, token, address }: AddressWatch): PaymentAddress {
  return { mode: mode === 'live' ? 'live' : 'sandbox', chain, token, address };
}

/**
 * Takes one new transfer: credits the attempt that reserved its amount, or stores a receipt. Taking it again, or in two
 * processes at once, changes nothing.
 * @param reservation the reservation of the transfer's amount, as it was read
 */
export async function takeTransfer(
  runtime: TakeRuntime,
  watch: AddressWatch,
  transfer: TokenTransfer,
  reservation: ReservedAmount | undefined,
): Promise<void> {
  const fate = fateOf(watch, reservation, transfer);
  const became = fate === 'ours' && reservation ? await credit(runtime, watch, transfer, reservation) : fate;
  if (became === 'unmatched') await keepReceipt(runtime, watch, transfer);
}

/**
 * @returns the fate found by the commit: `unmatched` if the amount has been reserved for another payment in the
 * meantime
 */
async function credit(
  runtime: TakeRuntime,
  watch: AddressWatch,
  transfer: TokenTransfer,
  { paymentId }: ReservedAmount,
): Promise<TransferFate> {
  const { organizationId } = watch;
  const place = placeOfWatch(watch);
  const suffix = runtime.ids.suffix(runtime.clock());
  let fate: TransferFate = 'ours';
  await decideAndCommit(runtime, {
    organizationId,
    reads: { taken: takenRef(place, transfer), reservation: reservedRef(place, transfer.amount) },
    lookUps: [
      paymentRef(organizationId, paymentId),
      linkRef(organizationId, linkOfPayment(paymentId)),
      referenceRef(organizationId, transferId(transfer)),
    ],
    decide: ({ taken, reservation }, draft) => {
      fate = taken ? 'ours' : fateOf(watch, reservation, transfer);
      if (taken || !reservation || fate !== 'ours') return undefined;
      const isCredited = creditReserved(draft, watch, transfer, reservation, suffix);
      fate = isCredited ? 'ours' : 'unmatched';
      return isCredited ? { reply: { status: 200, body: undefined } } : undefined;
    },
  });
  return fate;
}

/** @returns false if the payment cannot hold the amount */
function creditReserved(
  draft: JournalDraft,
  watch: AddressWatch,
  transfer: TokenTransfer,
  { paymentId, openUntil }: ReservedAmount,
  suffix: string,
): boolean {
  const { organizationId } = watch;
  const payment = draft.lookUp(paymentRef(organizationId, paymentId));
  if (!payment) throw new Error(`there is no payment ${paymentId}`);
  const { hash, logIndex, madeAt } = transfer;
  const amount = inCurrency(transfer.amount, watch.token, payment.currency);
  const received = { externalId: transferId(transfer), chain: watch.chain, hash, madeAt, late: madeAt > openUntil };
  const attempt = draft.attempt(() => receiveMoney(draft, payment, amount, suffix, received));
  if (!('value' in attempt)) return false;
  const { mode, chain } = placeOfWatch(watch);
  const on = attempt.value.paymentId;
  draft.write(create(TakenTransferEntity, { mode, chain, hash, logIndex, version: 1, organizationId, paymentId: on }));
  return true;
}

/** A receipt that another process has stored stays unchanged. */
async function keepReceipt(runtime: TakeRuntime, watch: AddressWatch, transfer: TokenTransfer): Promise<void> {
  const receipt = receiptOf(watch, transfer, timeByTable(runtime));
  const { organizationId, receiptId, datedAt } = receipt;
  const dated = datedWrites(receiptPartition(organizationId), receiptId, datedAt);
  await transactWithRetry(runtime, [create(ReceiptEntity, receipt), ...dated]);
}

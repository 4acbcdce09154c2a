import { wholeRange } from '../../../../ground/table/calls/whole-range.ts';
import { allOf, equals } from '../../../../ground/table/conditions.ts';
import { refTo } from '../../../../ground/table/expressions.ts';
import type { Store } from '../../../../ground/table/store.ts';
import { updateOf } from '../../../../ground/table/update-expression.ts';
import { putIf, removeIf, updateIf } from '../../../../ground/table/writes.ts';
import { ttlSeconds } from '../../../../ground/time/clock.ts';
import { transactWithRetry } from '../../../../journal/due/transact-with-retry.ts';
import type { Runtime } from '../../../../ports/runtime.ts';
import { VaultKeyEntity } from '../../../records/vault-books.ts';
import {
  OpenVaultPaymentEntity,
  openPaymentsPartition,
  type VaultPayment,
  VaultPaymentEntity,
  vaultPaymentRef,
  vaultRecordMs,
} from '../../../records/vault-payment.ts';
import { vaultKey } from './vault-state.ts';

/** Number of payments per token in one step: as many as the table reads in one call. */
const mostTogether = 100;

type Place = Pick<Runtime, 'clock' | 'ids' | 'sleep'> & { readonly memory: Store };

/** The requested payments of a vault that it has not paid, in the second table. */
export class OpenPayments {
  readonly #place: Place;
  readonly #connectionId: string;

  constructor(place: Place, connectionId: string) {
    this.#place = place;
    this.#connectionId = connectionId;
  }

  /**
   * The oldest open payments of each token, so that a token that has run out delays no other one.
   * @returns them, except those in a state of a later release, and the total number of open payments
   */
  async list(): Promise<{ readonly payments: readonly VaultPayment[]; readonly count: number }> {
    const { memory } = this.#place;
    const partition = openPaymentsPartition(this.#connectionId);
    const open = await wholeRange(memory, OpenVaultPaymentEntity, { partition, after: ' ', to: '~' });
    const oldest = [...Map.groupBy(open, ({ contract }) => contract).values()].map((some) =>
      some.slice(0, mostTogether),
    );
    const found = await Promise.all(
      oldest.map((some) =>
        memory.getMany(
          VaultPaymentEntity,
          some.map(({ payoutId }) => ({ payoutId })),
        ),
      ),
    );
    return { payments: found.flat().filter(({ state }) => state === 'open'), count: open.length };
  }

  /**
   * Records that a payment is about to be signed.
   * @param validUntil of the signature, seconds
   * @param block the last final one
   * @returns false if the payment is no longer open, so that nothing may be signed
   */
  async noteSigning(payment: VaultPayment, validUntil: number, block: number): Promise<boolean> {
    const set = {
      validUntil: Math.max(validUntil, payment.validUntil ?? 0),
      sinceBlock: payment.sinceBlock ?? block,
    };
    const { memory, clock, ids, sleep } = this.#place;
    const { payoutId } = payment;
    // Kept for as long as the payment's record, because a payment by the vault must be recognized as that of its
    // payout.
    const named = { key: vaultKey(payment), payoutId, ttl: ttlSeconds(clock() + 2 * vaultRecordMs) };
    return transactWithRetry({ store: memory, ids, sleep }, [
      updateIf(vaultPaymentRef(payoutId), updateOf<VaultPayment>({ set, add: { version: 1 } }, isAsRead(payment))),
      putIf(VaultKeyEntity, named, {}),
    ]);
  }

  /** Ends a payment, unless it was changed since it was read. In that case the next step decides. */
  async end(payment: VaultPayment, set: Partial<Pick<VaultPayment, 'state' | 'hash'>>): Promise<void> {
    const { memory, clock, ids, sleep } = this.#place;
    const { payoutId, connectionId } = payment;
    const ended = { ...set, ttl: ttlSeconds(clock() + vaultRecordMs) };
    await transactWithRetry({ store: memory, ids, sleep }, [
      updateIf(
        vaultPaymentRef(payoutId),
        updateOf<VaultPayment>({ set: ended, add: { version: 1 } }, isAsRead(payment)),
      ),
      removeIf(refTo(OpenVaultPaymentEntity, { connectionId, payoutId }), {}),
    ]);
  }
}

function isAsRead({ version }: VaultPayment) {
  return allOf<VaultPayment>(equals({ version, state: 'open' }));
}

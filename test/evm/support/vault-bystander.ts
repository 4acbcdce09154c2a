import type { Hex } from 'viem';
import { ChainTransactionEntity } from '../../../shared/providers/evm/sending/transaction-row.ts';
import type { VaultPlace } from './vault-place.ts';

/**
 * Somebody who keeps every transaction that was ever signed and sends it again whenever they like. A restore may make the tables forget a
 * transaction, but its signature stays valid until its time ends or its nonce is used.
 */
export class Bystander {
  readonly #place: VaultPlace;
  /** By the bytes: what each transaction is for. */
  readonly #signed = new Map<Hex, string>();

  constructor(place: VaultPlace) {
    this.#place = place;
  }

  /** Keeps what was signed since the last time. */
  async watch(): Promise<void> {
    const { items } = await this.#place.store.scan(ChainTransactionEntity, { limit: 1_000 });
    for (const { versions, purposes } of items)
      for (const { bytes } of versions) this.#signed.set(bytes as Hex, purposes.join());
  }

  /**
   * Sends everything again, in place of what waits, and has it mined if its signature and its nonce still count.
   * @param first what is sent before everything else: a part of its purpose
   */
  async sendAgain(first = ''): Promise<void> {
    const { client, mine } = this.#place.chain;
    await this.#place.dropWaiting();
    // Of those with the same nonce one is taken, and the newest is valid for the longest time.
    const signed = [...this.#signed]
      .toReversed()
      .toSorted(([, a], [, b]) => Number(b.includes(first)) - Number(a.includes(first)));
    for (const [serializedTransaction] of signed)
      await client.sendRawTransaction({ serializedTransaction }).catch(() => undefined);
    await mine();
  }
}

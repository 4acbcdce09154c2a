import { measurement } from '../../../../ground/metrics/catalog.ts';
import { metricFields } from '../../../../ground/metrics/embed.ts';
import { absent } from '../../../../ground/table/expressions.ts';
import type { Store } from '../../../../ground/table/store.ts';
import { putIf } from '../../../../ground/table/writes.ts';
import { transactWithRetry } from '../../../../journal/due/transact-with-retry.ts';
import type { Runtime } from '../../../../ports/runtime.ts';
import {
  type UnnamedPayment,
  UnnamedPaymentEntity,
  unnamedPartition,
  VaultBooksEntity,
  VaultKeyEntity,
  vaultBooksRef,
} from '../../../records/vault-books.ts';
import type { NodeBlock } from '../../node.ts';
import type { Witnesses } from '../../witnesses.ts';
import { type PaidEvent, paidEvents } from './vault-calls.ts';

/** Nodes answer for some thousand blocks per request. */
const blocksAtOnce = 10_000;
/** In one step, which has twenty seconds. */
const mostRanges = 20;

interface BooksPlace extends Pick<Runtime, 'clock' | 'ids' | 'log' | 'sleep'> {
  /** The second table. */
  readonly memory: Store;
  readonly connectionId: string;
  readonly vault: string;
  readonly witnesses: Witnesses;
  /** Milliseconds: nobody requested anything from the vault before this. */
  readonly beganAt: () => Promise<number>;
}

/** `behind`: there are more blocks to compare. `unnamed`: the vault has made a payment that was not requested. */
export type Verdict = 'sound' | 'behind' | 'unnamed';

/** The comparison of one step. */
interface Compared {
  /** `sound` if the vault may pay. */
  readonly verdict: Verdict;
  /** The payments of the blocks that were compared. */
  readonly events: readonly PaidEvent[];
}

/** Compares the payments of a vault with the requested ones. */
export class VaultBooks {
  readonly #place: BooksPlace;

  constructor(place: BooksPlace) {
    this.#place = place;
  }

  /**
   * Compares the payments of the next blocks. If the process dies meanwhile, they are compared again.
   * @param asked keys of the vault's requested payments
   * @throws NodesDisagree, NodeFailed
   */
  async compare(final: NodeBlock, asked: ReadonlySet<string>): Promise<Compared> {
    const { memory, connectionId } = this.#place;
    const events: PaidEvent[] = [];
    const known = await memory.get(vaultBooksRef(connectionId));
    let from = known?.nextBlock ?? (await this.#firstBlock(final));
    for (let range = 0; range < mostRanges && from <= final.number; range += 1) {
      const toBlock = Math.min(final.number, from + blocksAtOnce - 1);
      events.push(...(await this.#compareRange({ fromBlock: from, toBlock }, asked)));
      from = toBlock + 1;
      await memory.put(VaultBooksEntity, { connectionId, version: (known?.version ?? 0) + 1, nextBlock: from });
    }
    const isBehind = from <= final.number;
    return { verdict: (await this.#hasUnnamed()) ? 'unnamed' : isBehind ? 'behind' : 'sound', events };
  }

  async #compareRange(
    range: { readonly fromBlock: number; readonly toBlock: number },
    asked: ReadonlySet<string>,
  ): Promise<readonly PaidEvent[]> {
    const { memory, witnesses, vault } = this.#place;
    const events = await paidEvents(witnesses, { vault, ...range });
    const keys = [...new Set(events.map(({ key }) => key))];
    const signed = await memory.getMany(
      VaultKeyEntity,
      keys.map((key) => ({ key })),
    );
    const known = new Set<string>([...asked, ...signed.map(({ key }) => key)]);
    for (const event of events) if (!known.has(event.key)) await this.#noteUnnamed(event);
    return events;
  }

  async #noteUnnamed({ key, token, to, amount, hash }: PaidEvent): Promise<void> {
    const { memory, ids, sleep, clock, log, connectionId, vault } = this.#place;
    const unnamed: UnnamedPayment = { connectionId, key, hash, vault, contract: token, to, amount };
    await transactWithRetry({ store: memory, ids, sleep }, [putIf(UnnamedPaymentEntity, unnamed, absent)]);
    const fields = { connectionId, vault, key, hash, token, to, amount: String(amount) };
    log.error('a vault has made a payment that it was not asked for', {
      ...fields,
      ...metricFields(clock(), measurement('FlushHindered', 1)),
    });
  }

  async #hasUnnamed(): Promise<boolean> {
    const { memory, connectionId } = this.#place;
    const range = { partition: unnamedPartition(connectionId), after: ' ', to: '~', limit: 1 };
    return (await memory.range(UnnamedPaymentEntity, range)).items.length > 0;
  }

  /** The first block that is not older than the connection, found by bisection. */
  async #firstBlock(final: NodeBlock): Promise<number> {
    const beganAt = await this.#place.beganAt();
    let [low, high] = [0, final.number];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const { madeAt } = await this.#place.witnesses.finalAt(middle);
      if (madeAt < beganAt) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

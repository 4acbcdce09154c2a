import type { Payout, PayoutBatch, PayoutBatchItem } from '../../../src/index.ts';
import { comparedForm } from '../input/compared-form.ts';
import type { Fault, Line } from '../input/fault.ts';
import { groupBy } from '../input/group-by.ts';
import { maxShownFaults } from '../input/limits.ts';
import { keyOf, referenceKey } from '../input/same-payment.ts';
import { minuteOf } from '../output/minute.ts';
import type { World } from '../world.ts';
import type { Service } from './service.ts';

/** Days for which batches are compared: a month, plus the delay that a monthly file may have. */
const days = 35;
/** The number of pages of a hundred items that are read, which takes some minutes within the rate limit. */
const maxPages = 500;
/** The number of lines of a file for which orders are requested, one call each. */
const maxLookUps = 1_000;
/** The number of payouts of earlier batches whose outcome is requested, one call each. All others count as paid. */
const maxFates = 5_000;
/** The number of calls after which the progress of the search is printed. */
const callsPerNote = 100;

/** Payments in the file were already made. Nothing from the file was sent. */
export class PaidBefore extends Error {
  override readonly name = 'PaidBefore';
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    super(`${faults.length} lines were already paid`);
    this.faults = faults;
  }
}

/** Payments of a file that were made earlier, and what was not searched. */
export interface EarlierPayments {
  /** Lines that were paid or will be. */
  readonly faults: readonly Fault[];
  /** A sentence about what was compared, and what was not. */
  readonly notes: readonly string[];
}

/** A payment that was requested before. */
interface Earlier {
  readonly createdAt: string;
  /** Absent until its batch reaches it. */
  readonly payoutId?: string | undefined;
  readonly batch?: PayoutBatch | undefined;
  /** The vote for which it waits. */
  readonly approvalId?: string | undefined;
}

/**
 * Finds lines that were requested before, by their reference or, if they have none, by their whole content. A payout
 * that failed, was returned or was canceled has paid nobody, and does not count.
 * @param own references of the file's own batches, which do not count
 */
export async function findEarlierPayments(
  service: Service,
  lines: readonly Line[],
  own: readonly string[],
  { clock, note }: Pick<World, 'clock' | 'note'>,
): Promise<EarlierPayments> {
  const search = new Search(service, lines, own, note);
  const now = clock();
  const unread = await search.inBatches(new Date(now - days * 86_400_000).toISOString());
  const referenced = lines.filter(({ item }) => item.reference !== undefined).length;
  await search.inApprovals();
  const asksOrders = lines.length <= maxLookUps;
  if (asksOrders) await search.inOrders();
  return {
    faults: search.faults(),
    notes: [
      `Compared with the batches of the last ${days} days${asksOrders && referenced > 0 ? ' and, by reference, with all payouts' : ''}.`,
      ...(unread === undefined
        ? []
        : [`Not compared: batches sent before ${minuteOf(unread)}, because there are too many.`]),
      ...(asksOrders || referenced === 0
        ? []
        : [`Not compared: payouts outside batches, because the file has more than ${maxLookUps} lines.`]),
      ...(referenced === lines.length
        ? []
        : [`Not compared with payouts outside batches: ${lines.length - referenced} lines without a reference.`]),
    ],
  };
}

class Search {
  readonly #service: Service;
  readonly #own: ReadonlySet<string>;
  /**
   * Whether a batch is the file's own, by its id. Another process of the same command may create one in the meantime.
   */
  readonly #isOwn = new Map<string, boolean>();
  readonly #wanted: ReadonlyMap<string, readonly Line[]>;
  readonly #found = new Map<string, Earlier>();
  /** Whether a payout has paid nobody, by its id. */
  readonly #ended = new Map<string, boolean>();
  readonly #note: World['note'];
  #calls = 0;

  constructor(service: Service, lines: readonly Line[], own: readonly string[], note: World['note']) {
    this.#service = service;
    this.#own = new Set(own.map(comparedForm));
    this.#note = note;
    this.#wanted = groupBy(lines, ({ item }) => keyOf(item));
  }

  /** @returns when the newest unread batch was sent, if there were too many to read */
  async inBatches(since: string): Promise<string | undefined> {
    const { sluice, signal } = this.#service;
    let pages = 0;
    for await (const batch of sluice.listPayoutBatches({ limit: 100 }, { signal })) {
      if (batch.createdAt < since) return undefined;
      if (this.#learn(batch) || !mayPay(batch)) continue;
      pages += Math.ceil(batch.itemCount / 100);
      if (pages > maxPages) return batch.createdAt;
      const { batchId } = batch;
      const items = sluice.listPayoutBatchItems({ batchId, status: 'created,valid,pending', limit: 100 }, { signal });
      let read = 0;
      for await (const item of items) {
        if (read++ % 100 === 0) this.#count();
        await this.#compare(item, batch);
      }
    }
    return undefined;
  }

  /** Payouts that wait for a vote are not orders yet. The newest hundred approvals are checked. */
  async inApprovals(): Promise<void> {
    const { sluice, signal } = this.#service;
    const { data } = await sluice.listApprovals({ limit: 100 }, { signal });
    for (const { payout, status, approvalId, createdAt } of data) {
      if (!payout || (status !== 'pending' && status !== 'approved')) continue;
      const key = keyOf(payout);
      if (this.#wanted.has(key) && !this.#found.has(key)) this.#found.set(key, { createdAt, approvalId });
    }
  }

  async inOrders(): Promise<void> {
    const { sluice, signal } = this.#service;
    const references = new Set(
      [...this.#wanted.values()].flatMap((lines) => lines.flatMap(({ item }) => item.reference ?? [])),
    );
    for (const reference of references) {
      if (this.#found.has(referenceKey(reference))) continue;
      this.#count();
      for await (const order of sluice.listOrders({ reference, limit: 20 }, { signal })) {
        if (hasEnded(order) || (await this.#isOfOwn(order))) continue;
        this.#found.set(referenceKey(reference), order);
        break;
      }
    }
  }

  /** In the order of the file. */
  faults(): Fault[] {
    return [...this.#found]
      .flatMap(([key, earlier]) =>
        (this.#wanted.get(key) ?? []).map(({ line, item }) => ({ line, message: wordsOf(earlier, item.reference) })),
      )
      .toSorted((a, b) => a.line - b.line);
  }

  async #compare({ request, payoutId }: PayoutBatchItem, batch: PayoutBatch): Promise<void> {
    const key = keyOf(request);
    if (!this.#wanted.has(key) || this.#found.has(key)) return;
    if (payoutId !== undefined && (await this.#hasPaidNobody(payoutId))) return;
    this.#found.set(key, { createdAt: batch.createdAt, payoutId, batch });
  }

  async #hasPaidNobody(payoutId: string): Promise<boolean> {
    const { sluice, signal } = this.#service;
    const known = this.#ended.get(payoutId);
    if (known !== undefined) return known;
    // The file is refused anyway, naming as many lines as are listed.
    if (this.#found.size >= maxShownFaults || this.#ended.size >= maxFates) return false;
    this.#count();
    const ended = hasEnded(await sluice.getOrder({ payoutId }, { signal }));
    this.#ended.set(payoutId, ended);
    return ended;
  }

  #learn({ batchId, externalReferenceId }: PayoutBatch): boolean {
    const isOwn = this.#own.has(comparedForm(externalReferenceId));
    this.#isOwn.set(batchId, isOwn);
    return isOwn;
  }

  async #isOfOwn({ batchId }: Payout): Promise<boolean> {
    if (batchId === undefined) return false;
    const { sluice, signal } = this.#service;
    return this.#isOwn.get(batchId) ?? this.#learn(await sluice.getPayoutBatch({ batchId }, { signal }));
  }

  #count(): void {
    this.#calls += 1;
    if (this.#calls % callsPerNote === 0) this.#note(`Still looking for earlier payments: ${this.#calls} calls.\n`);
  }
}

/** A canceled batch creates no further payouts. */
function mayPay({ status, counts }: PayoutBatch): boolean {
  return counts.created > 0 || (status !== 'canceled' && counts.valid + counts.pending > 0);
}

function hasEnded({ status }: Payout): boolean {
  return status === 'failed' || status === 'returned' || status === 'canceled';
}

function wordsOf({ createdAt, payoutId, batch, approvalId }: Earlier, reference: string | undefined): string {
  const same = reference === undefined ? 'asks for the same as' : `has the reference ${JSON.stringify(reference)} of`;
  const what = payoutId
    ? `payout ${payoutId}`
    : `a payout that ${approvalId ? `is waiting for votes on ${approvalId}` : 'has not been created yet'}`;
  const where = batch ? `, in ${batch.externalReferenceId} (${batch.batchId})` : '';
  return `${same} ${what}, sent ${minuteOf(createdAt)}${where}`;
}

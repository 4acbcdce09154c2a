import type { Store } from '../../ground/table/store.ts';
import { sortable } from '../../ground/table/table.ts';
import { type Event, EventEntity, eventPartition } from '../../journal/rows/event.ts';
import { withoutGap } from '../../records/events/list-events.ts';

/** The number of events read by one query, small enough for memory and large enough for a burst. */
export const feedPageSize = 200;
const pagesKept = 16;
/** Smaller, because a backward search needs only the newest event of a type. */
const backwardsPageSize = 25;

/** Reads an organization's feed for all of its endpoints. Endpoints that request the same events share one query. */
export class FeedReader {
  readonly #store: Store;
  readonly #organizationId: string;
  readonly #pages = new Map<number, Promise<readonly Event[]>>();
  #shownTo = 0;

  constructor(store: Store, organizationId: string) {
    this.#store = store;
    this.#organizationId = organizationId;
  }

  /** The sequence up to which events have been read from the feed. */
  get shownTo(): number {
    return this.#shownTo;
  }

  /** Returns the next events after a sequence, up to the first gap. Empty if there are none yet. */
  after(sequence: number): Promise<readonly Event[]> {
    const known = this.#pages.get(sequence);
    if (known) return known;
    const page = this.#read(sequence);
    this.#pages.set(sequence, page);
    const forget = () => void this.#pages.delete(sequence);
    // An empty page is forgotten, because events may follow. A page with events is cached, because later events belong
    // to another page.
    page.then((events) => events.length === 0 && forget(), forget);
    for (const oldest of this.#pages.keys()) {
      if (this.#pages.size <= pagesKept) break;
      this.#pages.delete(oldest);
    }
    return page;
  }

  /** Returns events up to a sequence, newest first. */
  async upTo(sequence: number): Promise<readonly Event[]> {
    const { items } = await this.#store.range(EventEntity, {
      partition: eventPartition(this.#organizationId),
      to: sortable(sequence),
      newestFirst: true,
      limit: backwardsPageSize,
    });
    return items;
  }

  async #read(sequence: number): Promise<readonly Event[]> {
    const { items } = await this.#store.range(EventEntity, {
      partition: eventPartition(this.#organizationId),
      from: sortable(sequence + 1),
      limit: feedPageSize,
    });
    const events = withoutGap(items, sequence);
    this.#shownTo = Math.max(this.#shownTo, events.at(-1)?.sequence ?? 0);
    return events;
  }
}

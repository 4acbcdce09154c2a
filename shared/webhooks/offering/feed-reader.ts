import type { Store } from '../../ground/table/store.ts';
import { sortable } from '../../ground/table/table.ts';
import { type Event, EventEntity, eventPartition } from '../../journal/rows/event.ts';
import { withoutGap } from '../../records/events/list-events.ts';

/** Events read by one query: few enough for memory, and enough for a burst. */
export const feedPageSize = 200;
const pagesKept = 16;
/** Fewer if only the newest event of a type is looked for. */
const backwardsPageSize = 25;

/** Reads an organization's feed for all of its endpoints. Those that request the same events share one query. */
export class FeedReader {
  readonly #store: Store;
  readonly #organizationId: string;
  readonly #pages = new Map<number, Promise<readonly Event[]>>();
  #shownTo = 0;

  constructor(store: Store, organizationId: string) {
    this.#store = store;
    this.#organizationId = organizationId;
  }

  /** The sequence up to which the feed has shown its events. */
  get shownTo(): number {
    return this.#shownTo;
  }

  /** The next events after a sequence, up to the first gap. Empty if there are none yet. */
  after(sequence: number): Promise<readonly Event[]> {
    const known = this.#pages.get(sequence);
    if (known) return known;
    const page = this.#read(sequence);
    this.#pages.set(sequence, page);
    const forget = () => void this.#pages.delete(sequence);
    // An empty page is forgotten, because events may follow. A page with events is cached: what follows it is another
    // page.
    page.then((events) => events.length === 0 && forget(), forget);
    for (const oldest of this.#pages.keys()) {
      if (this.#pages.size <= pagesKept) break;
      this.#pages.delete(oldest);
    }
    return page;
  }

  /** Events up to a sequence, newest first. */
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

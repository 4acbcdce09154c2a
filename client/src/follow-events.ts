import type { ListEventsParams, ListEventsResult } from './operations.ts';
import type { CallOptions } from './options.ts';
import { sleep } from './retry.ts';

/** One row of the feed. A webhook delivery has the same body. */
export type FeedEvent = ListEventsResult['data'][number];

export interface FollowOptions {
  /**
   * Milliseconds to wait at the end of the feed; 2,000 by default. Events become readable about two seconds after they
   * happen, so polling more often shows nothing sooner.
   */
  readonly pollMs?: number;
  /** Ends the iteration when it aborts, without an error. */
  readonly signal?: AbortSignal;
}

type ListEvents = (params: ListEventsParams, options: CallOptions) => PromiseLike<ListEventsResult>;

/** Reads page after page of the feed (specification, List events), and waits at its end. */
export async function* followFeed(
  listEvents: ListEvents,
  { pollMs = 2_000, signal, ...params }: ListEventsParams & FollowOptions,
): AsyncGenerator<FeedEvent, void, undefined> {
  let since = params.since;
  try {
    for (;;) {
      const page = await listEvents({ ...params, since } as ListEventsParams, { signal } as CallOptions);
      for (const event of page.data) {
        if (signal?.aborted) return;
        yield event;
      }
      since = page.nextSince;
      if (page.data.length === 0) await sleep(pollMs, signal);
    }
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
}

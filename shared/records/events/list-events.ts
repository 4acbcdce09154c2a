import * as z from 'zod';
import { Instant, Livemode, openEnum } from '../../contract/fields.ts';
import { refTo } from '../../ground/table/expressions.ts';
import type { Store } from '../../ground/table/store.ts';
import { sortable } from '../../ground/table/table.ts';
import { HeadEntity } from '../../journal/commit/head.ts';
import {
  type Event,
  EventEntity,
  type EventType,
  eventApiVersion,
  eventPartition,
  eventTypes,
} from '../../journal/rows/event.ts';
import { eventId } from '../../journal/rows/event-id.ts';
import { PayoutEntity } from '../../payouts/payout/payout.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { sinceFault } from './since.ts';

export interface EventFilters {
  /** The sequence after which to read. */
  readonly since: number;
  readonly payoutId?: string | undefined;
  readonly type?: readonly EventType[] | undefined;
  readonly limit: number;
}

export const EventView = z
  .object({
    id: z.string().meta({ description: 'Equals the svc-id header of its deliveries. Use it to detect duplicates.' }),
    sequence: z.string().meta({ description: 'Defines a total order. It is the cursor of the feed.' }),
    type: openEnum(eventTypes).meta({ description: 'What happened. Later releases can add types.' }),
    createdAt: Instant,
    apiVersion: z
      .literal(eventApiVersion)
      .meta({ description: 'The version of the format of `data`. Check it before you parse `data`.' }),
    livemode: Livemode,
    payoutId: z.string().nullish().meta({ description: 'Null in `payout_batch.*`.' }),
    batchId: z
      .string()
      .optional()
      .meta({ description: 'In `payout_batch.*`, and in `payout.*` for a payout that a batch created.' }),
    data: z
      .record(z.string(), z.unknown())
      .meta({ description: 'The resource as reading it would have returned it at that moment.' }),
  })
  .meta({ id: 'Event', description: 'A change of state: a row of the feed, and the body of a webhook.' });

/** The maximum number of rows that a page with a type filter examines. The caller continues from `nextSince`. */
const examinedPerPage = 5_000;
const examinedPerQuery = 1_000;
/** A page ends before its event data exceeds this, well below the 6 MB limit of a Lambda answer. Bytes. */
const pageBytes = 4 * 1024 * 1024;

/**
 * Reads the feed, oldest first (specification, List events).
 * @throws ServiceError VALIDATION_ERROR naming `since`, for a sequence that the feed has not reached
 */
export async function listEvents({ store }: Pick<Runtime, 'store'>, organizationId: string, filters: EventFilters) {
  const { rows, examinedTo } =
    filters.payoutId === undefined
      ? await readFeed(store, organizationId, filters)
      : await readPayoutFeed(store, organizationId, filters.payoutId, filters);
  if (examinedTo === filters.since) await refuseUnreached(store, organizationId, filters.since);
  return { data: rows.map(presentEvent), nextSince: examinedTo.toString() };
}

/**
 * A sequence of another journal, or a time, would otherwise return empty pages forever. The head decides rather than
 * the last event on a page, because events become visible later than webhooks that carry them.
 */
async function refuseUnreached(store: Store, organizationId: string, since: number): Promise<void> {
  if (since === 0) return;
  const head = await store.get(refTo(HeadEntity, { organizationId }));
  if (head && since > head.sequence) throw sinceFault('is above the newest sequence of this feed');
}

interface FeedPage {
  readonly rows: readonly Event[];
  readonly examinedTo: number;
}

async function readFeed(store: Store, organizationId: string, { since, type, limit }: EventFilters): Promise<FeedPage> {
  const rows: Event[] = [];
  let examinedTo = since;
  let bytes = 0;
  while (examinedTo - since < examinedPerPage) {
    const found = await store.range(EventEntity, {
      partition: eventPartition(organizationId),
      from: sortable(examinedTo + 1),
      limit: type ? examinedPerQuery : limit,
    });
    const contiguous = withoutGap(found.items, examinedTo);
    for (const event of contiguous) {
      if (rows.length === limit) return { rows, examinedTo };
      if (isWanted(event, type)) {
        bytes += bytesOf(event);
        if (bytes > pageBytes) return { rows, examinedTo };
        rows.push(event);
      }
      examinedTo = event.sequence;
    }
    const isEnd = contiguous.length < found.items.length || found.examinedTo === undefined;
    if (isEnd || rows.length === limit) break;
  }
  return { rows, examinedTo };
}

/**
 * The events up to the first gap. A commit's rows become visible one by one, so events after a gap are left for the
 * next read.
 */
export function withoutGap(events: readonly Event[], after: number): readonly Event[] {
  const gap = events.findIndex((event, index) => event.sequence !== after + 1 + index);
  return gap === -1 ? events : events.slice(0, gap);
}

/** A payout stores the sequences of its own events. */
async function readPayoutFeed(
  store: Store,
  organizationId: string,
  payoutId: string,
  { since, type, limit }: EventFilters,
): Promise<FeedPage> {
  const payout = await store.get(refTo(PayoutEntity, { organizationId, payoutId }));
  const sequences = (payout?.eventSequences ?? []).filter((sequence) => sequence > since);
  const keys = sequences.map((sequence) => ({ organizationId, sequence }));
  const found = await store.getMany(EventEntity, keys);
  const gap = sequences.findIndex((sequence, index) => found[index]?.sequence !== sequence);
  const visible = gap === -1 ? found : found.slice(0, gap);
  const wanted = visible.filter((event) => isWanted(event, type));
  const rows = withinPage(wanted.slice(0, limit));
  const last = wanted.length > rows.length ? rows.at(-1) : visible.at(-1);
  return { rows, examinedTo: last?.sequence ?? since };
}

function withinPage(events: readonly Event[]): readonly Event[] {
  let bytes = 0;
  const firstBeyond = events.findIndex((event) => {
    bytes += bytesOf(event);
    return bytes > pageBytes;
  });
  return firstBeyond === -1 ? events : events.slice(0, firstBeyond);
}

function bytesOf({ data }: Event): number {
  return Buffer.byteLength(data);
}

function isWanted(event: Event, types: readonly EventType[] | undefined): boolean {
  return types?.includes(event.type as EventType) ?? true;
}

/** The event as the feed and every delivery show it (specification, Event). */
export function presentEvent(event: Event) {
  const { sequence, type, createdAt, livemode, payoutId, batchId, data } = event;
  return {
    id: eventId(event),
    sequence: sequence.toString(),
    type: type as EventType,
    createdAt,
    apiVersion: eventApiVersion as 1,
    livemode,
    ...(payoutId && { payoutId }),
    ...(batchId && { payoutId: payoutId ?? null, batchId }),
    data: JSON.parse(data) as Record<string, unknown>,
  };
}

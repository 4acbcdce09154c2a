import { createHmac } from 'node:crypto';
import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { list } from 'dynamodb-toolbox/schema/list';
import { map } from 'dynamodb-toolbox/schema/map';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { read } from '../../ground/table/expressions.ts';
import { table } from '../../ground/table/table.ts';
import { ttlSeconds } from '../../ground/time/clock.ts';
import { countRecent, withOneMore } from '../../ground/time/recent-counts.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { Link } from '../links/link.ts';
import { declineBound, lastHour, mostOpen, transferBound } from './attempt-bounds.ts';

/** What buyers of one source network, or of all together, did on a link of late. Written in the commits that it counts. */
export const AttemptCountsEntity = new Entity({
  name: 'checkoutAttemptCounts',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    linkId: string().key(),
    /** `networkHash`, or `all`. */
    network: string().key(),
    version: number(),
    /** Of a network: card attempts that have not ended. */
    open: number(),
    transfers: list(map({ since: number(), count: number() })),
    declines: list(map({ since: number(), count: number() })),
    ttl: number(),
  }),
  computeKey: ({ organizationId, linkId, network }: CountsKey) => ({
    pk: `CHECKOUT_ATTEMPT_COUNTS#${organizationId}#${linkId}`,
    sk: network,
  }),
});

type Counts = FormattedItem<typeof AttemptCountsEntity>;
interface CountsKey {
  readonly organizationId: string;
  readonly linkId: string;
  readonly network: string;
}
/** Where something is counted: on a link, and for a network if it is known. */
export type CountedOn = Omit<CountsKey, 'network'> & { readonly network?: string | undefined };

/** Who submits a page. */
export interface Buyer {
  /** What tells this browser from others. */
  readonly browser: string;
  /** `networkHash` */
  readonly network: string;
}

/** Much longer than card pages stay open, and than anything that happened is looked at. */
const keptMs = 48 * 60 * 60 * 1000;

const everybody = 'all';

/**
 * A source network as the rows of a link name it. The key is a secret of the link: these rows alone tell no address, and not
 * whether the same buyer opened two links.
 * @param network as `networkOf` writes it
 */
export function networkHash({ pageToken }: Pick<Link, 'pageToken'>, network: string): string {
  return createHmac('sha256', pageToken).update(network).digest('hex');
}

/** The rows that a decision about attempts looks up. */
export function countsReads(on: CountedOn) {
  return networksOf(on).map((network) => countsRead({ ...on, network }));
}

function countsRead({ organizationId, linkId, network }: CountsKey) {
  return read(AttemptCountsEntity, { organizationId, linkId, network });
}

function networksOf({ network }: CountedOn): string[] {
  return network === undefined ? [everybody] : [everybody, network];
}

/** Whether a link, or a network on it, has too many attempts for one more by card. */
export function isBusyForCards(draft: JournalDraft, link: Link, network: string): boolean {
  const { organizationId, linkId } = link;
  const { open } = countsOf(draft, { organizationId, linkId, network });
  return open >= mostOpen(link, open) || isBeyond(draft, { organizationId, linkId, network }, 'declines', declineBound);
}

/** Whether a link, or a network on it, has begun too many transfers for one more. */
export function isBusyForTransfers(draft: JournalDraft, on: CountsKey): boolean {
  return isBeyond(draft, on, 'transfers', transferBound);
}

function isBeyond(
  draft: JournalDraft,
  on: CountsKey,
  what: 'transfers' | 'declines',
  { ofLink, ofNetwork }: typeof transferBound,
): boolean {
  // Others count at the same time, and nobody is to wait for them: a bound may be missed by a few.
  const counted = (network: string) => {
    const counts = draft.lookUpUnchecked(countsRead({ ...on, network }));
    return countRecent(counts?.[what] ?? [], lastHour, draft.now);
  };
  return counted(everybody) >= ofLink || counted(on.network) >= ofNetwork;
}

/** Counts a card attempt of a known network that begins (1) or has ended (-1). */
export function countOpen(draft: JournalDraft, { organizationId, linkId, network }: CountedOn, by: 1 | -1): void {
  if (network === undefined) return;
  const counts = countsOf(draft, { organizationId, linkId, network });
  // A row that was removed while an attempt stayed open counts from nothing.
  keep(draft, { ...counts, open: Math.max(0, counts.open + by) });
}

/** Counts something that happened on a link, for its network and for all. */
export function countHappened(draft: JournalDraft, on: CountedOn, what: 'transfers' | 'declines'): void {
  for (const network of networksOf(on)) {
    const counts = countsOf(draft, { ...on, network });
    keep(draft, { ...counts, [what]: withOneMore(counts[what], lastHour, draft.now) });
  }
}

function countsOf(draft: JournalDraft, { organizationId, linkId, network }: CountsKey): Counts {
  const found = draft.lookUp(countsRead({ organizationId, linkId, network }));
  return found ?? { organizationId, linkId, network, version: 0, open: 0, transfers: [], declines: [], ttl: 0 };
}

function keep(draft: JournalDraft, counts: Counts): void {
  draft.change(AttemptCountsEntity, { ...counts, ttl: ttlSeconds(draft.now + keptMs) });
}

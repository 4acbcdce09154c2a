import { createHmac } from 'node:crypto';
import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { list } from 'dynamodb-toolbox/schema/list';
import { map } from 'dynamodb-toolbox/schema/map';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { refTo } from '../../ground/table/expressions.ts';
import { table } from '../../ground/table/table.ts';
import { ttlSeconds } from '../../ground/time/clock.ts';
import { countRecent, withOneMore } from '../../ground/time/recent-counts.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { Link } from '../links/link.ts';
import { declineBound, lastHour, mostOpen, transferBound } from './attempt-bounds.ts';

/**
 * Recent activity on a link by buyers of one source network, or of all networks together. The counts are updated in the
 * same commits as the activity.
 */
export const AttemptCountsEntity = new Entity({
  name: 'checkoutAttemptCounts',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    linkId: string().key(),
    /** The `networkHash` of a network, or `all`. */
    network: string().key(),
    version: number(),
    /** Card attempts that have not ended. Counted for networks only. */
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
/** The link on which something is counted and, if known, the network. */
export type CountedOn = Omit<CountsKey, 'network'> & { readonly network?: string | undefined };

/** A buyer who submits a page. */
export interface Buyer {
  /** Cookie or view that identifies the browser. */
  readonly browser: string;
  /** The `networkHash` of the buyer's network. */
  readonly network: string;
}

/** Much longer than card pages stay open, and longer than any period that the limits cover. */
const keptMs = 48 * 60 * 60 * 1000;

const everybody = 'all';

/**
 * Hashes a source network for storage in the rows of a link. The key is a secret of the link, so the rows alone reveal
 * neither the address nor whether the same buyer opened two links.
 * @param network as `networkOf` writes it
 */
export function networkHash({ pageToken }: Pick<Link, 'pageToken'>, network: string): string {
  return createHmac('sha256', pageToken).update(network).digest('hex');
}

/** Returns the rows that a decision about attempts looks up. */
export function countsRefs(on: CountedOn) {
  return networksOf(on).map((network) => countsRef({ ...on, network }));
}

function countsRef({ organizationId, linkId, network }: CountsKey) {
  return refTo(AttemptCountsEntity, { organizationId, linkId, network });
}

function networksOf({ network }: CountedOn): string[] {
  return network === undefined ? [everybody] : [everybody, network];
}

/** Tells whether a link, or a network on it, has too many attempts to start another one by card. */
export function isBusyForCards(draft: JournalDraft, link: Link, network: string): boolean {
  const { organizationId, linkId } = link;
  const { open } = countsOf(draft, { organizationId, linkId, network });
  return open >= mostOpen(link, open) || isBeyond(draft, { organizationId, linkId, network }, 'declines', declineBound);
}

/** Tells whether a link, or a network on it, has started too many transfers to start another one. */
export function isBusyForTransfers(draft: JournalDraft, on: CountsKey): boolean {
  return isBeyond(draft, on, 'transfers', transferBound);
}

function isBeyond(
  draft: JournalDraft,
  on: CountsKey,
  what: 'transfers' | 'declines',
  { ofLink, ofNetwork }: typeof transferBound,
): boolean {
  // Buyers must not wait for one another's counts, so the counts are not checked at commit and a limit may be exceeded
  // by a few.
  const counted = (network: string) => {
    const counts = draft.lookUpUnchecked(countsRef({ ...on, network }));
    return countRecent(counts?.[what] ?? [], lastHour, draft.now);
  };
  return counted(everybody) >= ofLink || counted(on.network) >= ofNetwork;
}

/** Counts a card attempt of a known network that starts (1) or has ended (-1). */
export function countOpen(draft: JournalDraft, { organizationId, linkId, network }: CountedOn, by: 1 | -1): void {
  if (network === undefined) return;
  const counts = countsOf(draft, { organizationId, linkId, network });
  // If the row expired while an attempt stayed open, counting starts from zero.
  keep(draft, { ...counts, open: Math.max(0, counts.open + by) });
}

/** Counts an event on a link, for its network and for all networks. */
export function countHappened(draft: JournalDraft, on: CountedOn, what: 'transfers' | 'declines'): void {
  for (const network of networksOf(on)) {
    const counts = countsOf(draft, { ...on, network });
    keep(draft, { ...counts, [what]: withOneMore(counts[what], lastHour, draft.now) });
  }
}

function countsOf(draft: JournalDraft, { organizationId, linkId, network }: CountsKey): Counts {
  const found = draft.lookUp(countsRef({ organizationId, linkId, network }));
  return found ?? { organizationId, linkId, network, version: 0, open: 0, transfers: [], declines: [], ttl: 0 };
}

function keep(draft: JournalDraft, counts: Counts): void {
  draft.change(AttemptCountsEntity, { ...counts, ttl: ttlSeconds(draft.now + keptMs) });
}

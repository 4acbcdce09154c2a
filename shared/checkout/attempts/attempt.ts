import { createHash } from 'node:crypto';
import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { boolean } from 'dynamodb-toolbox/schema/boolean';
import { item } from 'dynamodb-toolbox/schema/item';
import { map } from 'dynamodb-toolbox/schema/map';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { refTo } from '../../ground/table/expressions.ts';
import { stateOf } from '../../ground/table/known-values.ts';
import { table } from '../../ground/table/table.ts';
import { create, replace } from '../../ground/table/writes.ts';
import { ttlSeconds } from '../../ground/time/clock.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { DueKey } from '../../journal/due/due-work.ts';
import { paymentIdOn } from '../payments/payment.ts';

/**
 * `opening`: the acquirer was asked for a card page. `open`: the buyer can pay on a card page. `complete`: a payment
 * was recorded. `closed`: the attempt ended unpaid.
 */
const attemptStatuses = ['opening', 'open', 'complete', 'closed'] as const;

/** A buyer's attempt to pay a link by card. It makes at most one charge. */
export const AttemptEntity = new Entity({
  name: 'checkoutAttempt',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    attemptId: string().key(),
    version: number(),
    linkId: string(),
    status: stateOf(...attemptStatuses),
    /** SHA-256 hash of the browser's cookie or view. */
    browser: string(),
    /** The source network of the buyer (`networkHash`), while the attempt is open. */
    network: string().optional(),
    /**
     * The token of the page to which the acquirer returns the buyer. It is stored in readable form, like a link's
     * token.
     */
    pageToken: string(),
    /** Whether the attempt holds one of the places of `maxPayments`. Its payment takes the place over. */
    holdsPlace: boolean(),
    /**
     * Set when the attempt ended, or its browser started another one, before the acquirer had said whether there is a
     * card page. A card page that is found afterwards is closed at once, because the buyer never saw it.
     */
    givenUp: boolean().optional(),
    /** The acquirer's session and its page. Absent while `opening`. An attempt that was given up has no page. */
    sessionId: string().optional(),
    url: string().optional(),
    /** The time, in milliseconds, after which the acquirer's page accepts no payment. */
    expiresAt: number(),
    livemode: boolean(),
    createdAt: string(),
    updatedAt: string(),
    ttl: number().optional(),
  }),
  computeKey: ({ organizationId, attemptId }: { organizationId: string; attemptId: string }) => ({
    pk: `CHECKOUT_ATTEMPT#${organizationId}#${attemptId}`,
    sk: 'ATTEMPT',
  }),
});

export type Attempt = FormattedItem<typeof AttemptEntity>;

export function attemptRef(organizationId: string, attemptId: string) {
  return refTo(AttemptEntity, { organizationId, attemptId });
}

/**
 * The work of asking the acquirer for the outcome of an attempt, in case the buyer never returns. It exists from the
 * first commit until the attempt ends, so that everything the attempt holds is given back.
 */
export function attemptWork({ organizationId, attemptId }: Pick<Attempt, 'organizationId' | 'attemptId'>): DueKey {
  return { organizationId, kind: 'checkout', resourceId: attemptId };
}

/**
 * Returns the time and random part of an attempt's id. The id of the attempt's payment has the same ending, so it is
 * known before the payment exists.
 */
export function suffixOf({ attemptId }: Pick<Attempt, 'attemptId'>): string {
  return attemptId.slice('att_'.length);
}

export function paymentOf(attempt: Pick<Attempt, 'attemptId' | 'linkId'>): string {
  return paymentIdOn(attempt.linkId, suffixOf(attempt));
}

/** Identifies a browser: by its cookie or, without cookies, by the view that it submitted. */
export function browserOf(cookie: string | undefined, view: string): string {
  return cookie ? browserOfCookie(cookie) : `view ${view}`;
}

/** Identifies a browser that has a cookie. */
export function browserOfCookie(cookie: string): string {
  return `cookie ${cookie}`;
}

/** @param browser its cookie, or the id of the view that it submitted */
export function browserHash(browser: string): string {
  return createHash('sha256').update(browser).digest('hex');
}

/**
 * Returns the key under which a browser's last payment by a transfer is stored. Each transfer method has its own key,
 * separate from the card attempt, because a buyer may try all of them.
 */
export function transferSlot(
  kind: string,
  { organizationId, linkId }: Pick<OpenAttemptKey, 'organizationId' | 'linkId'>,
  browser: string,
): OpenAttemptKey {
  return { organizationId, linkId, browser: browserHash(`${kind} ${browser}`) };
}

/** Longer than any buyer takes to return to the page. */
export const keptMs = 90 * 24 * 60 * 60 * 1000;

/**
 * The open attempt of a browser on a link. For cards, the row is removed when the attempt ends; for transfers, it names
 * the payment that waits for its money. The row expires, because otherwise each view of a browser without cookies would
 * leave a row forever.
 */
export const OpenAttemptEntity = new Entity({
  name: 'checkoutOpenAttempt',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    linkId: string().key(),
    browser: string().key(),
    attemptId: string(),
    version: number(),
    /**
     * What the browser paid by crypto before this attempt, and when, in milliseconds. Views that are older belong to
     * that payment.
     */
    paid: map({ attemptId: string(), at: number() }).optional(),
    /**
     * The partly received transfer that the browser left when it started another one, and when it did, in milliseconds.
     * Views that are older belong to that transfer.
     */
    left: map({ attemptId: string(), at: number() }).optional(),
    /** Later than the cookie expires, and much later than the card page does. */
    ttl: number().optional(),
  }),
  computeKey: ({ organizationId, linkId, browser }: OpenAttemptKey) => ({
    pk: openAttemptPartition(organizationId, linkId),
    sk: browser,
  }),
});

export type OpenAttempt = FormattedItem<typeof OpenAttemptEntity>;
export type OpenAttemptKey = Pick<Attempt, 'organizationId' | 'linkId' | 'browser'>;

/**
 * Stores a browser's attempt. It replaces an attempt that has ended.
 * @param earlier the payments that older views belong to from now on
 */
export function keepOpenAttempt(
  draft: JournalDraft,
  key: OpenAttemptKey,
  found: OpenAttempt | undefined,
  attemptId: string,
  earlier: Pick<OpenAttempt, 'paid' | 'left'> = {},
): void {
  const { organizationId, linkId, browser } = key;
  const ttl = ttlSeconds(draft.now + keptMs);
  const slot = { organizationId, linkId, browser, attemptId, ttl, ...earlier };
  draft.write(
    found ? replace(OpenAttemptEntity, { ...found, ...slot }) : create(OpenAttemptEntity, { ...slot, version: 1 }),
  );
}

export function openAttemptRef({ organizationId, linkId, browser }: OpenAttemptKey) {
  return refTo(OpenAttemptEntity, { organizationId, linkId, browser });
}

/** Returns the partition that holds the open attempts of browsers on a link. */
export function openAttemptPartition(organizationId: string, linkId: string): string {
  return `CHECKOUT_OPEN_ATTEMPT#${organizationId}#${linkId}`;
}

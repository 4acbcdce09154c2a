import { createHash } from 'node:crypto';
import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { boolean } from 'dynamodb-toolbox/schema/boolean';
import { item } from 'dynamodb-toolbox/schema/item';
import { map } from 'dynamodb-toolbox/schema/map';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { read } from '../../ground/table/expressions.ts';
import { stateOf } from '../../ground/table/known-values.ts';
import { table } from '../../ground/table/table.ts';
import { create, replace } from '../../ground/table/writes.ts';
import { ttlSeconds } from '../../ground/time/clock.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { DueKey } from '../../journal/due/due-work.ts';
import { paymentIdOn } from '../payments/payment.ts';

/**
 * `opening`: the acquirer was asked for a card page. `open`: there is one, on which the buyer may pay. `complete`: a payment
 * was recorded. `closed`: it ended unpaid.
 */
const attemptStatuses = ['opening', 'open', 'complete', 'closed'] as const;

/** One buyer's attempt to pay a link by card: at most one charge. */
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
    /** SHA-256 of what tells the browser apart. */
    browser: string(),
    /** The source network of its buyer (`networkHash`), while it is open. */
    network: string().optional(),
    /** Opens the page to which the acquirer sends the buyer back. Readable, as a link's. */
    pageToken: string(),
    /** Whether it has one of the places of `maxPayments`. Its payment takes the place over. */
    holdsPlace: boolean(),
    /**
     * Its time was over before the acquirer had said whether there is a card page: it has ended, or its browser has begun
     * another one. A card page that is found afterwards is closed at once; the buyer was never led to it.
     */
    givenUp: boolean().optional(),
    /** The acquirer's session and its page; absent while `opening`. One that was given up has no page. */
    sessionId: string().optional(),
    url: string().optional(),
    /** Milliseconds: the acquirer's page takes nothing from then on. */
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

export function attemptRead(organizationId: string, attemptId: string) {
  return read(AttemptEntity, { organizationId, attemptId });
}

/**
 * The work of asking the acquirer what became of an attempt whose buyer may never come back. It is there from the first
 * commit on until the attempt ends, so that whatever an attempt holds is given back.
 */
export function attemptWork({ organizationId, attemptId }: Pick<Attempt, 'organizationId' | 'attemptId'>): DueKey {
  return { organizationId, kind: 'checkout', resourceId: attemptId };
}

/** When an attempt was made and its chance: its payment's id ends alike, so that it is known before there is one. */
export function suffixOf({ attemptId }: Pick<Attempt, 'attemptId'>): string {
  return attemptId.slice('att_'.length);
}

export function paymentOf(attempt: Pick<Attempt, 'attemptId' | 'linkId'>): string {
  return paymentIdOn(attempt.linkId, suffixOf(attempt));
}

/** What tells a browser from others: its cookie, and without cookies the view that it submitted. */
export function browserOf(cookie: string | undefined, view: string): string {
  return cookie ? browserOfCookie(cookie) : `view ${view}`;
}

/** What tells a browser from others that has a cookie. */
export function browserOfCookie(cookie: string): string {
  return `cookie ${cookie}`;
}

/** @param browser its cookie, or the id of the view that it submitted */
export function browserHash(browser: string): string {
  return createHash('sha256').update(browser).digest('hex');
}

/**
 * Where a browser's last payment by a transfer is kept: apart from its attempt by card and from each other, because it may try
 * them all.
 */
export function transferSlot(
  kind: string,
  { organizationId, linkId }: Pick<OpenAttemptKey, 'organizationId' | 'linkId'>,
  browser: string,
): OpenAttemptKey {
  return { organizationId, linkId, browser: browserHash(`${kind} ${browser}`) };
}

/** Longer than anybody comes back to its page. */
export const keptMs = 90 * 24 * 60 * 60 * 1000;

/**
 * The open attempt of a browser on a link: by card a row that goes when the attempt ends, by bank the payment that waits for
 * its transfer. Without an end of its own each view of a browser without cookies would leave a row for ever.
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
    /** What the browser paid before this attempt by crypto, and when, milliseconds: its older views are about that. */
    paid: map({ attemptId: string(), at: number() }).optional(),
    /** A transfer of which only a part had come when the browser began another one, and when: views of before are about it. */
    left: map({ attemptId: string(), at: number() }).optional(),
    /** Not before the cookie ends, and much later than the card page. */
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
 * Names a browser's attempt: a new one, or in the place of one that has ended.
 * @param earlier what older views are about from now on
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

export function openAttemptRead({ organizationId, linkId, browser }: OpenAttemptKey) {
  return read(OpenAttemptEntity, { organizationId, linkId, browser });
}

/** What browsers have open on a link. */
export function openAttemptPartition(organizationId: string, linkId: string): string {
  return `CHECKOUT_OPEN_ATTEMPT#${organizationId}#${linkId}`;
}

import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { boolean } from 'dynamodb-toolbox/schema/boolean';
import { item } from 'dynamodb-toolbox/schema/item';
import { list } from 'dynamodb-toolbox/schema/list';
import { map } from 'dynamodb-toolbox/schema/map';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { approvalRef, initiatorMap } from '../../approvals/approval.ts';
import { refTo } from '../../ground/table/expressions.ts';
import { oneOf, stateOf } from '../../ground/table/known-values.ts';
import { minorUnits, table } from '../../ground/table/table.ts';
import type { DueKey } from '../../journal/due/due-work.ts';
import { givenAttribute } from '../payout/given.ts';
import { linkedLegs, payoutLinkStatuses } from './payout-link-status.ts';

/** `creator_removed`: the key that created it was revoked, or the person who created it was removed. */
export const cancelReasons = ['canceled', 'payee_refused', 'approval_rejected', 'creator_removed'] as const;

/**
 * An amount for a person who opens a page and says where to pay it. It holds its largest debit until it is claimed or
 * ends.
 */
export const PayoutLinkEntity = new Entity({
  name: 'payoutLink',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    payoutLinkId: string().key(),
    version: number(),
    status: stateOf(...payoutLinkStatuses),
    /**
     * Minor units of `currency`: the currency of the balance with the leg `source`, the arriving currency with the leg
     * `destination`.
     */
    amount: minorUnits(),
    currency: string(),
    amountLeg: stateOf(...linkedLegs),
    payeeName: string().optional(),
    payeeEmail: string().optional(),
    /** The details that the payout will carry. */
    given: givenAttribute(),
    /** Shown to the payee. */
    note: string().optional(),
    returnUrl: string().optional(),
    /** Where the payee may have an account: ISO 3166 alpha-2 codes. */
    countries: list(string()),
    /** The most that it can debit. */
    hold: map({ amount: minorUnits(), currency: string() }),
    /** What was added to the sum under the daily threshold, in minor units, on the day with its first ledger row. */
    counted: minorUnits(),
    /** Positions of the ledger rows of the hold and of its release. */
    ledgerPositions: list(string()),
    /** The key or person that created it. */
    creator: initiatorMap(),
    /**
     * The people responsible for those who were shown a later address of it. They may have claimed it, so they do not
     * vote on its claim.
     */
    renewedBy: map({ persons: list(string()), inviters: list(string()) }).optional(),
    /** Version of the organization when it was created. */
    organizationVersion: number(),
    /** SHA-256 of the token that opens its page. */
    tokenHash: string(),
    /** The number of tokens created. Only the last one opens the page. */
    tokensMade: number(),
    /**
     * Why a payee could not be paid on an attempt: one of `waitingCodes`, or the type of an error. The link stays open.
     */
    waitingFor: map({ code: string(), at: string() }).optional(),
    /** The reasons about which the people who can act have been notified (`noteWaiting`). */
    mailedFor: list(string()).optional(),
    canceledBecause: oneOf(...cancelReasons).optional(),
    /** The keyed request that created it. */
    asked: map({ idempotencyKey: string(), hash: string() }).optional(),
    /** The approval under which it is paid: it created the link, or the claim required it. */
    approvalId: string().optional(),
    /** The vote that a claim has requested, and the SHA-256 of the input (`hashOfCandidate`). */
    claimVote: map({ approvalId: string(), detailsHash: string() }).optional(),
    payoutId: string().optional(),
    /** SHA-256 of what identifies the claiming browser. */
    claimedBy: string().optional(),
    /** Milliseconds. */
    expiresAt: number(),
    livemode: boolean(),
    createdAt: string(),
    updatedAt: string(),
  }),
  computeKey: ({ organizationId, payoutLinkId }: { organizationId: string; payoutLinkId: string }) => ({
    pk: payoutLinkPartition(organizationId),
    sk: payoutLinkId,
  }),
});

export type PayoutLink = FormattedItem<typeof PayoutLinkEntity>;

export function payoutLinkPartition(organizationId: string): string {
  return `PAYOUT_LINK#${organizationId}`;
}

export function payoutLinkRef(organizationId: string, payoutLinkId: string) {
  return refTo(PayoutLinkEntity, { organizationId, payoutLinkId });
}

/** The vote that a claim of a link has requested. */
export function claimVoteRef({ organizationId, claimVote }: Pick<PayoutLink, 'organizationId' | 'claimVote'>) {
  return claimVote && approvalRef(organizationId, claimVote.approvalId);
}

/** Key of a link's due work: its expiry. */
export function payoutLinkWork(link: Pick<PayoutLink, 'organizationId' | 'payoutLinkId'>): DueKey {
  return { organizationId: link.organizationId, kind: 'payout-links', resourceId: link.payoutLinkId };
}

import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { boolean } from 'dynamodb-toolbox/schema/boolean';
import { item } from 'dynamodb-toolbox/schema/item';
import { list } from 'dynamodb-toolbox/schema/list';
import { map } from 'dynamodb-toolbox/schema/map';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { approvalRead, initiatorMap } from '../../approvals/approval.ts';
import { read } from '../../ground/table/expressions.ts';
import { oneOf, stateOf } from '../../ground/table/known-values.ts';
import { minorUnits, table } from '../../ground/table/table.ts';
import type { DueKey } from '../../journal/due/due-work.ts';
import { givenAttribute } from '../payout/given.ts';
import { linkedLegs, payoutLinkStatuses } from './payout-link-status.ts';

/** `creator_removed`: the key that made it was revoked, or the person who made it was removed. */
export const cancelReasons = ['canceled', 'payee_refused', 'approval_rejected', 'creator_removed'] as const;

/** An amount that is paid to whoever opens a page and says where. It holds its largest debit until it is claimed or ends. */
export const PayoutLinkEntity = new Entity({
  name: 'payoutLink',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    payoutLinkId: string().key(),
    version: number(),
    status: stateOf(...payoutLinkStatuses),
    /** Minor units of `currency`: that of the balance with the leg `source`, what arrives with the leg `destination`. */
    amount: minorUnits(),
    currency: string(),
    amountLeg: stateOf(...linkedLegs),
    payeeName: string().optional(),
    payeeEmail: string().optional(),
    /** What the payout will carry. */
    given: givenAttribute(),
    /** What the payee reads. */
    note: string().optional(),
    returnUrl: string().optional(),
    /** Where the payee may have an account: ISO 3166 alpha-2 codes. */
    countries: list(string()),
    /** The most that it may debit. */
    hold: map({ amount: minorUnits(), currency: string() }),
    /** What was added to the sum under the daily threshold, minor units; on the day that has its first ledger row. */
    counted: minorUnits(),
    /** Positions of the ledger rows of the hold and of its release. */
    ledgerPositions: list(string()),
    /** The key or the person who made it. */
    creator: initiatorMap(),
    /** The people behind whoever was shown a later address of it. They may have claimed it, so they do not vote on its claim. */
    renewedBy: map({ persons: list(string()), inviters: list(string()) }).optional(),
    /** Version of the organization under which it was made. */
    organizationVersion: number(),
    /** SHA-256 of the token that opens its page. */
    tokenHash: string(),
    /** How many tokens were made. Only the last one opens the page. */
    tokensMade: number(),
    /** Why a payee could not be paid when they tried: one of `waitingCodes`, or the type of an error. The link stays open. */
    waitingFor: map({ code: string(), at: string() }).optional(),
    /** Of which reasons whoever can do something about them has been mailed (`noteWaiting`). */
    mailedFor: list(string()).optional(),
    canceledBecause: oneOf(...cancelReasons).optional(),
    /** The keyed request that asked for it. */
    asked: map({ idempotencyKey: string(), hash: string() }).optional(),
    /** The approval by which it is paid: it came from it, or was claimed by it. */
    approvalId: string().optional(),
    /** The vote that a claim has asked for, and the SHA-256 of what was typed (`hashOfCandidate`). */
    claimVote: map({ approvalId: string(), detailsHash: string() }).optional(),
    payoutId: string().optional(),
    /** SHA-256 of what tells the claiming browser apart. */
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

export function payoutLinkRead(organizationId: string, payoutLinkId: string) {
  return read(PayoutLinkEntity, { organizationId, payoutLinkId });
}

/** The vote that a claim of a link has asked for. */
export function claimVoteRead({ organizationId, claimVote }: Pick<PayoutLink, 'organizationId' | 'claimVote'>) {
  return claimVote && approvalRead(organizationId, claimVote.approvalId);
}

/** Key of a link's due work: its expiry. */
export function payoutLinkWork(link: Pick<PayoutLink, 'organizationId' | 'payoutLinkId'>): DueKey {
  return { organizationId: link.organizationId, kind: 'payout-links', resourceId: link.payoutLinkId };
}

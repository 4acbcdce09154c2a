import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { list } from 'dynamodb-toolbox/schema/list';
import { map } from 'dynamodb-toolbox/schema/map';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { refTo } from '../ground/table/expressions.ts';
import { oneOf, stateOf } from '../ground/table/known-values.ts';
import { minorUnits, table } from '../ground/table/table.ts';
import type { DueKey } from '../journal/due/due-work.ts';
import { approvalStatuses } from './transitions.ts';

/**
 * The kinds of requests that approvers vote on. The domain of each kind implements its execution (`approval-kind.ts`).
 */
export const approvalKinds = [
  'payout',
  'batch',
  'policy',
  'collection_account',
  'payout_link',
  'payout_link_claim',
] as const;
export type ApprovalKind = (typeof approvalKinds)[number];

export const voteDecisions = ['approve', 'reject'] as const;
export type VoteDecision = (typeof voteDecisions)[number];

/** The requester: a key and the member who issued it, or a person. */
export const initiatorMap = () =>
  map({
    apiKeyPrefix: string().optional(),
    /** The id of the key. Absent in approvals of an earlier release. */
    apiKeyId: string().optional(),
    issuedBy: string().optional(),
    actorUserId: string().optional(),
  });

/** A request that takes effect only once enough people agree (specification, Approval). */
export const ApprovalEntity = new Entity({
  name: 'approval',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    approvalId: string().key(),
    version: number(),
    kind: stateOf(...approvalKinds),
    status: stateOf(...approvalStatuses),
    initiator: initiatorMap(),
    /** Version of the organization when the request was made. Absent on rows of the previous release. */
    organizationVersion: number().optional(),
    /** User ids of the people who may vote, as long as they are voters. Absent on rows of the previous release. */
    electorate: list(string()).optional(),
    /** Present if operators asked for other voters. They are named at `expiresAt`, unless someone stops it. */
    reset: map({
      /** The operators who asked, as audit actors. */
      operators: list(string()),
      /** The number of operators who must ask. */
      wanted: number(),
      /** The mail that notifies owners and voters about the reset. */
      mailId: string(),
      /**
       * Milliseconds. Absent until the mail has been sent to everyone, or two operators proceed without the refused
       * addresses.
       */
      mailedAt: number().optional(),
      /** Addresses that the mailer refused permanently. A second operator must then ask, and the reset takes longer. */
      unreached: list(string()).optional(),
      /** User ids of owners and voters to whom the mail was sent nevertheless. */
      reached: list(string()).optional(),
    }).optional(),
    /** The number of people who must agree. */
    required: number(),
    /** In order of arrival, one per person. */
    votes: list(map({ actorUserId: string(), decision: oneOf(...voteDecisions), at: string() })),
    /** What is to be approved, as canonical JSON. */
    content: string(),
    /** SHA-256 of the content and of everything else that is voted on (`hashOf`). */
    hash: string(),
    /** The amount held from the balance until the approval ends. */
    hold: map({ amount: minorUnits(), currency: string() }).optional(),
    /** Positions of the ledger rows of the hold and of its release. Absent in approvals of an earlier release. */
    ledgerPositions: list(string()).optional(),
    /** The keyed request that created it. */
    asked: map({ idempotencyKey: string(), hash: string() }).optional(),
    /** The payout created by its execution. */
    payoutId: string().optional(),
    /** The payout link created by its execution. */
    payoutLinkId: string().optional(),
    /** The batch to approve. */
    batchId: string().optional(),
    /** Why it failed: an error type. */
    failureReason: string().optional(),
    /** Milliseconds. */
    expiresAt: number(),
    createdAt: string(),
    updatedAt: string(),
  }),
  computeKey: ({ organizationId, approvalId }: { organizationId: string; approvalId: string }) => ({
    pk: approvalPartition(organizationId),
    sk: approvalId,
  }),
});

export type Approval = FormattedItem<typeof ApprovalEntity>;

/** Specification, Limits: approval expiry. */
export const approvalLifetimeMs = 24 * 60 * 60 * 1000;

export function approvalPartition(organizationId: string): string {
  return `APPROVAL#${organizationId}`;
}

export function approvalRef(organizationId: string, approvalId: string) {
  return refTo(ApprovalEntity, { organizationId, approvalId });
}

/** Key of an approval's due work. One row serves first for its expiry, then for its execution. */
export function approvalWork({ organizationId, approvalId }: Pick<Approval, 'organizationId' | 'approvalId'>): DueKey {
  return { organizationId, kind: 'approvals', resourceId: approvalId };
}

import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { list } from 'dynamodb-toolbox/schema/list';
import { map } from 'dynamodb-toolbox/schema/map';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { read } from '../ground/table/expressions.ts';
import { oneOf, stateOf } from '../ground/table/known-values.ts';
import { minorUnits, table } from '../ground/table/table.ts';
import type { DueKey } from '../journal/due/due-work.ts';
import { approvalStatuses } from './transitions.ts';

/**
 * The kinds of things that approvers vote on. The domain of each kind implements its execution (`approval-kind.ts`).
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

/** Who asked for something: a key and the member who issued it, or a person. */
export const initiatorMap = () =>
  map({
    apiKeyPrefix: string().optional(),
    /** The key's id; absent in approvals of an earlier release. */
    apiKeyId: string().optional(),
    issuedBy: string().optional(),
    actorUserId: string().optional(),
  });

/** Something that happens only once enough people agree (specification, Approval). */
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
    /** Version of the organization under which it was asked for. Absent on rows of the previous release. */
    organizationVersion: number().optional(),
    /** User ids of the people who may vote, as long as they are voters. Absent on rows of the previous release. */
    electorate: list(string()).optional(),
    /** Present when operators ask for other voters. They are named at `expiresAt`, unless somebody stops it. */
    reset: map({
      /** The operators who asked, as audit actors. */
      operators: list(string()),
      /** How many operators have to ask. */
      wanted: number(),
      /** The mail that tells owners and voters about the reset. */
      mailId: string(),
      /** Milliseconds. Absent until the mail was sent to everybody, or two operators go on without those refused. */
      mailedAt: number().optional(),
      /** Addresses that the mailer refused for good. A second operator has to ask then, and it takes longer. */
      unreached: list(string()).optional(),
      /** User ids of owners and voters who were sent the mail all the same. */
      reached: list(string()).optional(),
    }).optional(),
    /** How many people have to agree. */
    required: number(),
    /** In the order in which they came, one per person. */
    votes: list(map({ actorUserId: string(), decision: oneOf(...voteDecisions), at: string() })),
    /** What is approved, as canonical JSON. */
    content: string(),
    /** SHA-256 of the content and of everything else that is voted on (`hashOf`). */
    hash: string(),
    /** Held from the balance until the approval ends. */
    hold: map({ amount: minorUnits(), currency: string() }).optional(),
    /** Positions of the ledger rows of the hold and of its release. Absent in approvals of an earlier release. */
    ledgerPositions: list(string()).optional(),
    /** The keyed request that asked for it. */
    asked: map({ idempotencyKey: string(), hash: string() }).optional(),
    /** The payout that its execution created. */
    payoutId: string().optional(),
    /** The payout link that its execution made. */
    payoutLinkId: string().optional(),
    /** The run that it is about. */
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

export function approvalRead(organizationId: string, approvalId: string) {
  return read(ApprovalEntity, { organizationId, approvalId });
}

/** Key of an approval's due work. One row serves first for its expiry, then for its execution. */
export function approvalWork({ organizationId, approvalId }: Pick<Approval, 'organizationId' | 'approvalId'>): DueKey {
  return { organizationId, kind: 'approvals', resourceId: approvalId };
}

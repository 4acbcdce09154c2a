import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { list } from 'dynamodb-toolbox/schema/list';
import { map } from 'dynamodb-toolbox/schema/map';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { read } from '../../ground/table/expressions.ts';
import { minorUnits, table } from '../../ground/table/table.ts';
import type { DueKey } from '../../journal/due/due-work.ts';
import { approvalStatuses } from './transitions.ts';

/** What can wait for approvers; the domain of each kind says how it is executed (`approval-kind.ts`). */
export const approvalKinds = ['payout', 'policy'] as const;
export type ApprovalKind = (typeof approvalKinds)[number];

export const voteDecisions = ['approve', 'reject'] as const;
export type VoteDecision = (typeof voteDecisions)[number];

/** Something that happens only once enough people agree (specification, Approval). */
export const ApprovalEntity = new Entity({
  name: 'approval',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    approvalId: string().key(),
    version: number(),
    kind: string().enum(...approvalKinds),
    status: string().enum(...approvalStatuses),
    /** Who asked: a key and the member who issued it, or a person. */
    initiator: map({
      apiKeyPrefix: string().optional(),
      /** The key's id; absent in approvals of an earlier release. */
      apiKeyId: string().optional(),
      issuedBy: string().optional(),
      actorUserId: string().optional(),
    }),
    /** User ids of who may vote on it, as long as they are voters; absent on rows of the release before. */
    electorate: list(string()).optional(),
    /** Where operators name other voters: it takes effect at `expiresAt`, unless somebody stops it. */
    reset: map({
      /** Who asked: audit actors. */
      operators: list(string()),
      /** How many have to ask. */
      wanted: number(),
      /** What tells owners and voters of it. */
      mailId: string(),
      /** Milliseconds; absent until all were sent it. */
      mailedAt: number().optional(),
    }).optional(),
    /** Votes that it takes. */
    required: number(),
    /** In the order in which they came; one a person. */
    votes: list(map({ actorUserId: string(), decision: string().enum(...voteDecisions), at: string() })),
    /** What is approved, as canonical JSON. */
    content: string(),
    /** SHA-256 of that and of all that its execution rests on. */
    hash: string(),
    /** Taken out of the balance meanwhile. */
    hold: map({ amount: minorUnits(), currency: string() }).optional(),
    /** What it became. */
    payoutId: string().optional(),
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

/** The one row of an approval's later work: first its expiry, then its execution. */
export function approvalWork({ organizationId, approvalId }: Pick<Approval, 'organizationId' | 'approvalId'>): DueKey {
  return { organizationId, kind: 'approvals', resourceId: approvalId };
}
